// fails: rivals
// says: E11000
// from: a-guarded-buckets.js
// Makes a node's first bucket without thinking of another writer who does the same.

function addComment(db, { node, ...comment }) {
  if (db.buckets.findOne({ "comments._id": comment._id }, { n: 1 })) return;
  if (!newest(db, node)) {
    db.buckets.insertOne({ node, n: 0, count: 1, comments: [comment] });
    return;
  }
  for (;;) {
    const last = newest(db, node);
    const push = { $push: { comments: comment }, $inc: { count: 1 } };
    if (db.buckets.updateOne({ node, n: last.n, count: { $lt: SIZE } }, push).modifiedCount === 1) return;
    try {
      db.buckets.insertOne({ node, n: last.n + 1, count: 1, comments: [comment] });
      return;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}
