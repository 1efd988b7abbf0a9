// fails: history
// says: promised
// from: b-number-from-a-counter.js
// Does not ask whether the comment is there.

function addComment(db, { node, ...comment }) {
  const { next } = db.counters.findOneAndUpdate({ _id: node }, { $inc: { next: 1 } }, { upsert: true, returnDocument: "after" });
  const push = { $push: { comments: comment }, $inc: { count: 1 } };
  db.buckets.updateOne({ node, n: Math.floor((next - 1) / SIZE) }, push, { upsert: true });
}
