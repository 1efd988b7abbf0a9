// fails: history
// says: returned true, promised false
// from: lease.js
// Finishes by the id alone: every worker is believed, also when the message is no longer theirs.

function done(db, id, worker) {
  return db.queue.updateOne({ _id: id, state: { $ne: 0 } }, { $set: { state: 2, worker } }).matchedCount === 1;
}
