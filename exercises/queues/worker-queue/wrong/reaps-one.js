// fails: history
// says: promised
// from: lease.js
// Puts one message back, however many have been taken too long.

function reap(db) {
  db.queue.updateOne(
    { state: 1, since: { $lt: new Date(Date.now() - LEASE) } },
    { $set: { state: 0 }, $unset: { worker: 1, since: 1 } },
  );
}
