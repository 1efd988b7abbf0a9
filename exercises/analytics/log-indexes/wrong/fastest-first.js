// fails: answers
// says: place 1 has ms
// from: a-sort-before-range.js
// Sorts upwards: the fastest failures.

function slowest(db, status, from, n) {
  return db.events.find({ status, time: { $gte: from } }).sort({ ms: 1 }).limit(n);
}
