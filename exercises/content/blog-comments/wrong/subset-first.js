// fails: crashes
// says: the client died in addComment
// from: a-newest-in-post.js
// Writes the copy before the comment, and has nothing that mends it.

function setup(db, rows) {
  db.comments.createIndex({ post: 1, created: -1, _id: -1 });
  db.comments.createIndex({ user: 1, created: -1, _id: -1 });
  db.posts.insertMany(rows.posts);
  db.comments.insertMany(rows.comments);
  for (const { _id } of rows.posts) {
    const count = db.comments.countDocuments({ post: _id });
    db.posts.updateOne({ _id }, { $set: { count, newest: newest(commentsOf(db, _id, 0, 3).toArray()) } });
  }
}

function addComment(db, comment) {
  if (db.comments.findOne({ _id: comment._id })) return;
  const { matchedCount } = db.posts.updateOne(
    { _id: comment.post, "newest._id": { $ne: comment._id } },
    { $inc: { count: 1 }, $push: { newest: { $each: newest([comment]), $sort: { created: -1, _id: -1 }, $slice: 3 } } },
  );
  if (matchedCount === 1) db.comments.insertOne(comment);
}

function repair() {}
