// Counts how often a message was taken: of two that were written in the same instant, the one tried less comes first.

const LEASE = 5 * 60 * 1000;

function setup(db, rows) {
  db.queue.createIndex({ state: 1, created: 1, tries: 1 });
  if (rows.messages.length > 0) db.queue.insertMany(rows.messages.map((row) => ({ ...row, state: "waiting", tries: 0 })));
}

function enqueue(db, message) {
  db.queue.insertOne({ message, created: new Date(), state: "waiting", tries: 0 });
}

function take(db, worker) {
  const found = db.queue.findOneAndUpdate(
    { state: "waiting" },
    { $set: { state: "taken", worker, until: new Date(Date.now() + LEASE) }, $inc: { tries: 1 } },
    { sort: { created: 1, tries: 1 } },
  );
  return found && { id: found._id, message: found.message };
}

function done(db, id, worker) {
  return db.queue.updateOne({ _id: id, worker, state: "taken" }, { $set: { state: "done" } }).modifiedCount === 1;
}

function reap(db) {
  db.queue.updateMany({ state: "taken", until: { $lt: new Date() } }, { $set: { state: "waiting" }, $unset: { worker: "", until: "" } });
}

function purge(db, olderThan) {
  db.queue.deleteMany({ state: "done", created: { $lt: olderThan } });
}

function counts(db) {
  const counted = { waiting: 0, taken: 0, done: 0 };
  for (const { _id, n } of db.queue.aggregate([{ $sortByCount: "$state" }, { $project: { n: "$count" } }]).toArray()) counted[_id] = n;
  return counted;
}
