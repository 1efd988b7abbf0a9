// fails: history
// says: purge(db
// from: lease.js
// Deletes old messages, done or not.

function purge(db, olderThan) {
  db.queue.deleteMany({ created: { $lt: olderThan } });
}
