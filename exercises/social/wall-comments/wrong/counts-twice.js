// fails: history
// says: count` is
// from: b-subset-in-post.js
// Counts a comment that is there already.

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  db.comments.updateOne({ _id: comment._id }, { $setOnInsert: comment }, { upsert: true });
  const push = { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 };
  db.posts.updateOne({ _id: comment.post, "newest._id": { $ne: comment._id } }, { $inc: { count: 1 }, $push: { newest: push } });
  return true;
}
