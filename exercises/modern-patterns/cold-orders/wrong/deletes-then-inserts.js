// fails: rivals
// says: archive failed
// from: a-copy-and-compare.js
// Deletes first and inserts then: in between the orders are nowhere, and a client that dies there takes them along.

function archive(db) {
  const old = db.hot.find({ date: { $lt: limit() } }).toArray();
  if (old.length === 0) return;
  db.hot.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
  db.cold.insertMany(old);
}
