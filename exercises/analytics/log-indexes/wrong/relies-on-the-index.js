// fails: history
// says: Asked again with all indexes dropped
// from: a-sort-before-range.js
// Leaves the sort out: the index happens to return the events in its order.

function hostLatest(db, host, n) {
  return db.events.find({ host, time: { $gt: new Date(0) } }).toArray().reverse().slice(0, n);
}
