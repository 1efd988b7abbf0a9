// fails: history
// says: returned not in order: place 1 has
// from: a-sort-before-range.js
// Sorts upwards: the fastest failures.

function slowest(db, status, from, n) {
  return db.events.find({ status, time: { $gte: from } }).sort({ ms: 1 }).limit(n);
}
