// The post carries its three newest comments and their number; the comments themselves have a collection, which is the truth.
// wins: When a page is read far more often than somebody comments.
// stars: one-trip, lean-page, growth

const newest = (comments) => comments.map(({ post, ...comment }) => comment);

function setup(db, rows) {
  db.comments.createIndex({ post: 1, created: -1, _id: -1 });
  db.comments.createIndex({ user: 1, created: -1, _id: -1 });
  db.posts.insertMany(rows.posts);
  db.comments.insertMany(rows.comments);
  repair(db);
}

function addComment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return;
    throw error;
  }
  db.posts.updateOne(
    { _id: comment.post },
    { $inc: { count: 1 }, $push: { newest: { $each: newest([comment]), $sort: { created: -1, _id: -1 }, $slice: 3 } } },
  );
}

function postPage(db, id) {
  return db.posts.findOne({ _id: id });
}

function commentsOf(db, id, skip, limit) {
  return db.comments.find({ post: id }).sort({ created: -1, _id: -1 }).skip(skip).limit(limit);
}

function commentsBy(db, user, n) {
  return db.comments.find({ user }).sort({ created: -1, _id: -1 }).limit(n);
}

function repair(db) {
  for (const { _id } of db.posts.find({}, { _id: 1 })) {
    const count = db.comments.countDocuments({ post: _id });
    db.posts.updateOne({ _id }, { $set: { count, newest: newest(commentsOf(db, _id, 0, 3).toArray()) } });
  }
}
