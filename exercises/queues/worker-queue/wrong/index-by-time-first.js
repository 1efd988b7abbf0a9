// fails: take-cost
// says: index keys
// from: lease.js
// The index begins with the time, so taking a message walks over all that were taken before it.

function setup(db, rows) {
  db.queue.createIndex({ created: 1, state: 1 });
  db.queue.insertMany(rows.messages.map((row) => ({ ...row, state: 0 })));
}
