// fails: purged
// says: counts(db) after a purge
// from: lease.js
// Deletes old messages, done or not.

function purge(db, olderThan) {
  db.queue.deleteMany({ created: { $lt: olderThan } });
}
