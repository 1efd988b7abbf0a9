// Workers take the oldest message that waits, and each message is worked on once.

function setup(db, rows) {
  // rows.messages: [{ message, created }], all of them waiting
  db.queue.insertMany(rows.messages.map((row) => ({ ...row, state: 0 })));
}

function enqueue(db, message) {
  db.queue.insertOne({ message, created: new Date(), state: 0 });
}

// { id, message } or null
function take(db, worker) {
  return null;
}

function done(db, id, worker) {
  return false;
}

function reap(db) {}

function purge(db, olderThan) {}

// how many wait, are taken, are done
function counts(db) {
  return { waiting: db.queue.countDocuments({ state: 0 }), taken: 0, done: 0 };
}

// Run shows what a worker gets.
take(db, "worker 1");
