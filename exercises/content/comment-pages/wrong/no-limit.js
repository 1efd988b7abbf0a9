// fails: borders
// says: in an array, at most 100 are allowed
// from: a-guarded-buckets.js
// Pushes into the newest bucket, however full it is.

function addComment(db, { node, ...comment }) {
  if (db.buckets.findOne({ "comments._id": comment._id }, { n: 1 })) return;
  const n = newest(db, node)?.n ?? 0;
  db.buckets.updateOne({ node, n }, { $push: { comments: comment }, $inc: { count: 1 } }, { upsert: true });
}
