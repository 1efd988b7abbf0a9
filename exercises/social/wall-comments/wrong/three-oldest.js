// fails: history
// says: has the right elements in another order
// from: b-subset-in-post.js
// Sorts upwards and keeps the first three: the oldest.

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  try {
    db.comments.insertOne(comment);
  } catch (error) {
    if (error.code === 11000) return true;
    throw error;
  }
  const push = { $each: [shown(comment)], $sort: { at: 1, _id: 1 }, $slice: 3 };
  db.posts.updateOne({ _id: comment.post }, { $inc: { count: 1 }, $push: { newest: push } });
  return true;
}
