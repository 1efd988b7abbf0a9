// fails: race
// says: E11000
// from: a-guarded-buckets.js
// Looks for the newest bucket's number, then upserts: two writers make the next bucket at once.

function addComment(db, { node, ...comment }) {
  if (db.buckets.findOne({ "comments._id": comment._id }, { n: 1 })) return;
  const last = newest(db, node);
  const n = !last ? 0 : last.count < SIZE ? last.n : last.n + 1;
  const push = { $push: { comments: comment }, $inc: { count: 1 } };
  db.buckets.updateOne({ node, n, count: { $lt: SIZE } }, push, { upsert: true });
}
