// fails: rivals
// says: state
// from: b-transactions.js
// Carries copies from one collection to the other: those of a job that was overtaken replace what was changed since.

function archive(db) {
  const old = db.hot.find({ date: { $lt: limit() } }).toArray();
  if (old.length === 0) return;
  db.cold.bulkWrite(old.map((order) => ({ replaceOne: { filter: { _id: order._id }, replacement: order, upsert: true } })));
  db.hot.bulkWrite(old.map((order) => ({ deleteOne: { filter: order } })));
}
