// fails: history
// says: has 200 elements, promised 1100
// from: a-sort-before-range.js
// Returns two hundred events of a host, however many were asked for.

function hostLatest(db, host, n) {
  return db.events.find({ host }).sort({ time: -1 }).limit(Math.min(n, 200));
}
