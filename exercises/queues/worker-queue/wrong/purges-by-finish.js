// fails: history
// says: counts(db): `done` is
// from: lease.js
// Deletes by the time at which a message was done.

function done(db, id, worker) {
  return db.queue.updateOne({ _id: id, state: 1, worker }, { $set: { state: 2, finished: new Date() } }).modifiedCount === 1;
}

function purge(db, olderThan) {
  db.queue.deleteMany({ state: 2, finished: { $lt: olderThan } });
}
