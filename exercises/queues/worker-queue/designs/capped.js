// A capped collection keeps arrival order and a fixed size, and drops its oldest messages when it is full.
// wins: When the space must be fixed from the start, and losing the oldest messages is better than running out of it.

const LEASE = 5 * 60 * 1000;
// Room for a backlog of some 60,000 messages.
const ROOM = 8 * 1024 * 1024;
const stored = (message, created) => ({ message, created, state: 0 });

function setup(db, rows) {
  db.createCollection("queue", { capped: true, size: ROOM });
  db.queue.createIndex({ state: 1, created: 1 });
  const messages = rows.messages.map(({ message, created }) => stored(message, created));
  if (messages.length > 0) db.queue.insertMany(messages.sort((a, b) => a.created - b.created));
}

function enqueue(db, message) {
  db.queue.insertOne(stored(message, new Date()));
}

function take(db, worker) {
  const taken = db.queue.findOneAndUpdate(
    { state: 0 },
    { $set: { state: 1, worker, since: new Date() } },
    { sort: { created: 1 } },
  );
  return taken && { id: taken._id, message: taken.message };
}

function done(db, id, worker) {
  return db.queue.updateOne({ _id: id, state: 1, worker }, { $set: { state: 2 } }).modifiedCount === 1;
}

function reap(db) {
  db.queue.updateMany({ state: 1, since: { $lt: new Date(Date.now() - LEASE) } }, { $set: { state: 0 }, $unset: { worker: 1, since: 1 } });
}

function purge(db, olderThan) {
  db.queue.deleteMany({ state: 2, created: { $lt: olderThan } });
}

function counts(db) {
  const of = (state) => db.queue.countDocuments({ state });
  return { waiting: of(0), taken: of(1), done: of(2) };
}
