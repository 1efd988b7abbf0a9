// fails: crashes
// says: `done` is 0, promised 1
// from: lease.js
// What is done moves into an archive, by a deletion and an insertion.

function done(db, id, worker) {
  const finished = db.queue.findOneAndDelete({ _id: id, state: 1, worker });
  if (!finished) return false;
  db.archive.insertOne({ ...finished, state: 2 });
  return true;
}

function purge(db, olderThan) {
  db.archive.deleteMany({ created: { $lt: olderThan } });
}

function counts(db) {
  const of = (state) => db.queue.countDocuments({ state });
  return { waiting: of(0), taken: of(1), done: db.archive.countDocuments() };
}
