// fails: history
// says: not expected is
// from: a-pruned-list.js
// Keeps the last fifty impressions, however recent the others are.

function seen(db, visitor, unit) {
  const push = { $push: { seen: { $each: [{ unit, at: new Date() }], $slice: -50 } } };
  db.visitors.updateOne({ _id: visitor }, push, { upsert: true });
}
