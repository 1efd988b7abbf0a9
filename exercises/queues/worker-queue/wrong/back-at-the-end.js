// fails: history
// says: take(db
// from: lease.js
// Puts a late message at the end of the queue.

function reap(db) {
  db.queue.updateMany(
    { state: 1, since: { $lt: new Date(Date.now() - LEASE) } },
    { $set: { state: 0, created: new Date() }, $unset: { worker: 1, since: 1 } },
  );
}
