// fails: history
// says: reap(db)
// from: lease.js
// Puts a message back when five minutes have passed, not when more than five minutes have.

function reap(db) {
  db.queue.updateMany(
    { state: 1, since: { $lte: new Date(Date.now() - LEASE) } },
    { $set: { state: 0 }, $unset: { worker: 1, since: 1 } },
  );
}
