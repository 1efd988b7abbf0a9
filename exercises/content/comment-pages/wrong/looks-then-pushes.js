// fails: race
// says: has 101 in an array
// from: a-guarded-buckets.js
// Looks whether there is room, then pushes: two writers see 99.

function addComment(db, { node, ...comment }) {
  if (db.buckets.findOne({ "comments._id": comment._id }, { n: 1 })) return;
  const last = newest(db, node);
  const n = !last ? 0 : last.count < SIZE ? last.n : last.n + 1;
  db.buckets.updateOne({ node, n }, { $push: { comments: comment }, $inc: { count: 1 } }, { upsert: true });
}
