// fails: history
// says: missing is
// from: a-copy-and-compare.js
// `$out` replaces the collection: the orders of earlier nights are gone.

function archive(db) {
  const old = db.hot.find({ date: { $lt: limit() } }).toArray();
  db.hot.aggregate([{ $match: { date: { $lt: limit() } } }, { $out: "cold" }]);
  if (old.length === 0) return;
  db.hot.bulkWrite(old.map(({ _id, version }) => ({ deleteOne: { filter: { _id, version } } })));
}
