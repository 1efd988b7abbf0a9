// fails: many
// says: messages were taken for six minutes, and a reap
// Puts a hundred messages back at most.

const MIN = 60_000;
function setup(db, rows) {
  db.jobs.createIndex({ status: 1, created: 1 });
  db.jobs.createIndex({ status: 1, takenAt: 1 });
  if (rows.messages.length) db.jobs.insertMany(rows.messages.map((m) => ({ ...m, status: "waiting" })));
}
function enqueue(db, message) { db.jobs.insertOne({ message, created: new Date(), status: "waiting" }); }
function take(db, worker) {
  const j = db.jobs.findOneAndUpdate({ status: "waiting" }, { $set: { status: "taken", worker, takenAt: new Date() } }, { sort: { created: 1 } });
  return j && { id: j._id, message: j.message };
}
function done(db, id, worker) { return db.jobs.updateOne({ _id: id, worker, status: "taken" }, { $set: { status: "done" }, $unset: { takenAt: 1 } }).modifiedCount === 1; }
function reap(db) {
  const late = { status: "taken", takenAt: { $lt: new Date(Date.now() - 5 * MIN) } };
  const ids = db.jobs.find(late).limit(100).toArray().map(({ _id }) => _id);
  db.jobs.updateMany({ _id: { $in: ids }, ...late }, { $set: { status: "waiting" }, $unset: { worker: 1, takenAt: 1 } });
}
function purge(db, olderThan) { db.jobs.deleteMany({ status: "done", created: { $lt: olderThan } }); }
function counts(db) {
  const r = { waiting: 0, taken: 0, done: 0 };
  for (const { _id, n } of db.jobs.aggregate([{ $group: { _id: "$status", n: { $sum: 1 } } }]).toArray()) r[_id] = n;
  return r;
}
