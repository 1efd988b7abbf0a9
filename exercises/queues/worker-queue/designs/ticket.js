// Each `take` gives the message a new ticket, and the ticket is the id: a worker who comes too late holds an old one.
// wins: When a worker may get the same message twice, and an old answer must not count for the new one.

const LEASE = 5 * 60 * 1000;

function setup(db, rows) {
  db.jobs.createIndex({ state: 1, created: 1 });
  db.jobs.createIndex({ ticket: 1 }, { sparse: true });
  db.jobs.insertMany(rows.messages.map((row) => ({ ...row, state: "waiting" })));
}

function enqueue(db, message) {
  db.jobs.insertOne({ message, created: new Date(), state: "waiting" });
}

function take(db, worker) {
  const ticket = new ObjectId();
  const job = db.jobs.findAndModify({
    query: { state: "waiting" },
    sort: { created: 1 },
    update: { $set: { state: "taken", ticket, worker, until: new Date(Date.now() + LEASE) } },
    new: true,
  });
  return job && { id: ticket, message: job.message };
}

function done(db, id, worker) {
  const result = db.jobs.updateOne({ ticket: id, worker, state: "taken" }, { $set: { state: "done" }, $unset: { ticket: 1 } });
  return result.modifiedCount === 1;
}

function reap(db) {
  db.jobs.updateMany({ state: "taken", until: { $lt: new Date() } }, { $set: { state: "waiting" }, $unset: { ticket: 1 } });
}

function purge(db, olderThan) {
  db.jobs.deleteMany({ state: "done", created: { $lt: olderThan } });
}

function counts(db) {
  const found = { waiting: 0, taken: 0, done: 0 };
  db.jobs.aggregate([{ $group: { _id: "$state", n: { $sum: 1 } } }]).forEach(({ _id, n }) => {
    found[_id] = n;
  });
  return found;
}
