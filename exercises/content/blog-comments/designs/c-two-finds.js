// Comments in a collection; the page is two finds and a count.
// wins: When the page is read seldom.
// stars: growth

function setup(db, rows) {
  db.comments.createIndex({ post: 1, created: -1, _id: -1 });
  db.comments.createIndex({ user: 1, created: -1, _id: -1 });
  db.posts.insertMany(rows.posts);
  db.comments.insertMany(rows.comments);
}

function addComment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function postPage(db, id) {
  const post = db.posts.findOne({ _id: id });
  if (!post) return null;
  return { ...post, count: db.comments.countDocuments({ post: id }), newest: commentsOf(db, id, 0, 3).toArray() };
}

function commentsOf(db, id, skip, limit) {
  return db.comments.find({ post: id }).sort({ created: -1, _id: -1 }).skip(skip).limit(limit);
}

function commentsBy(db, user, n) {
  return db.comments.find({ user }).sort({ created: -1, _id: -1 }).limit(n);
}
