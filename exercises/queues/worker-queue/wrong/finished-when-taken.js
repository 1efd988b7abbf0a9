// fails: crashes
// says: the client died in take
// from: lease.js
// Deletes the message when it is taken.

function take(db, worker) {
  const taken = db.queue.findOneAndDelete({ state: 0 }, { sort: { created: 1 } });
  if (taken) db.log.insertOne({ _id: taken._id, message: taken.message, created: taken.created, state: 1, worker, since: new Date() });
  return taken && { id: taken._id, message: taken.message };
}

function done(db, id, worker) {
  return db.log.updateOne({ _id: id, state: 1, worker }, { $set: { state: 2 } }).modifiedCount === 1;
}

function reap(db) {
  db.log.find({ state: 1, since: { $lt: new Date(Date.now() - LEASE) } }).forEach(({ _id, message, created }) => {
    if (db.log.deleteOne({ _id, state: 1 }).deletedCount === 1) db.queue.insertOne({ _id, message, created, state: 0 });
  });
}

function purge(db, olderThan) {
  db.log.deleteMany({ state: 2, created: { $lt: olderThan } });
}

function counts(db) {
  const of = (state) => db.queue.countDocuments({ state }) + db.log.countDocuments({ state });
  return { waiting: of(0), taken: of(1), done: of(2) };
}
