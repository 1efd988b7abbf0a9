// fails: rivals
// says: count` is
// from: b-subset-in-post.js
// Looks whether the comment is there, then counts it: two clients look before either counts.

function comment(db, comment) {
  if (!db.posts.findOne({ _id: comment.post }, { _id: 1 })) return false;
  if (db.comments.findOne({ _id: comment._id })) return true;
  db.comments.updateOne({ _id: comment._id }, { $setOnInsert: comment }, { upsert: true });
  const push = { $each: [shown(comment)], $sort: { at: -1, _id: -1 }, $slice: 3 };
  db.posts.updateOne({ _id: comment.post }, { $inc: { count: 1 }, $push: { newest: push } });
  return true;
}
