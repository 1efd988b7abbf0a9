// fails: rivals
// says: setState
// from: a-copy-and-compare.js
// Copies, then deletes by date: a state that is set in between is deleted with the order.

function archive(db) {
  const old = { date: { $lt: limit() } };
  db.hot.aggregate([{ $match: old }, { $merge: { into: "cold", whenMatched: "replace" } }]);
  db.hot.deleteMany(old);
}
