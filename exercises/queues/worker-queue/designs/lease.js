// State, worker and time are in the message; taking is one write on the first entry of an index over state and age.
// wins: When worker names are unique and a worker handles one message at a time.

const LEASE = 5 * 60 * 1000;

function setup(db, rows) {
  db.queue.createIndex({ state: 1, created: 1 });
  db.queue.insertMany(rows.messages.map((row) => ({ ...row, state: 0 })));
}

function enqueue(db, message) {
  db.queue.insertOne({ message, created: new Date(), state: 0 });
}

function take(db, worker) {
  const taken = db.queue.findOneAndUpdate(
    { state: 0 },
    { $set: { state: 1, worker, since: new Date() } },
    { sort: { created: 1 }, returnDocument: "after" },
  );
  return taken && { id: taken._id, message: taken.message };
}

function done(db, id, worker) {
  return db.queue.updateOne({ _id: id, state: 1, worker }, { $set: { state: 2 } }).modifiedCount === 1;
}

function reap(db) {
  db.queue.updateMany(
    { state: 1, since: { $lt: new Date(Date.now() - LEASE) } },
    { $set: { state: 0 }, $unset: { worker: 1, since: 1 } },
  );
}

function purge(db, olderThan) {
  db.queue.deleteMany({ state: 2, created: { $lt: olderThan } });
}

function counts(db) {
  const of = (state) => db.queue.countDocuments({ state });
  return { waiting: of(0), taken: of(1), done: of(2) };
}
