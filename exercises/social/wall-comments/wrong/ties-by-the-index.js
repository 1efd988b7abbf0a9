// fails: ties
// says: with all indexes dropped
// Leaves the order of comments of one time to the index.

function setup(db, rows) {
  db.posts.insertMany(rows.posts);
  db.feeds.insertMany(rows.feeds);
  db.comments.createIndex({ post: 1, at: -1, _id: -1 });
  db.comments.insertMany(rows.comments);
}

function comment(db, { _id, post, user, text, at }) {
  if (!db.posts.findOne({ _id: post })) return false;
  db.comments.updateOne({ _id }, { $setOnInsert: { post, user, text, at } }, { upsert: true });
  return true;
}

function feed(db, id) {
  const posts = db.feeds.findOne({ _id: id })?.posts ?? [];
  return posts.map((post) => ({
    ...db.posts.findOne({ _id: post }),
    count: db.comments.countDocuments({ post }),
    newest: db.comments.find({ post }).sort({ at: -1 }).limit(3).toArray(),
  }));
}

function thread(db, post) {
  return db.comments.find({ post }).sort({ at: 1, _id: 1 });
}
