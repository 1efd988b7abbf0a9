// fails: borders
// says: E11000
// from: a-guarded-buckets.js
// Asks for room in the filter of an upsert: when the bucket is full, it tries to make that bucket again.

function addComment(db, { node, ...comment }) {
  if (db.buckets.findOne({ "comments._id": comment._id }, { n: 1 })) return;
  const n = newest(db, node)?.n ?? 0;
  const push = { $push: { comments: comment }, $inc: { count: 1 } };
  db.buckets.updateOne({ node, n, count: { $lt: SIZE } }, push, { upsert: true });
}
