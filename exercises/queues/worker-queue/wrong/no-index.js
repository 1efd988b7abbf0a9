// fails: take-cost
// says: examined
// from: lease.js
// Looks through the whole queue for the oldest message.

function setup(db, rows) {
  db.queue.insertMany(rows.messages.map((row) => ({ ...row, state: 0 })));
}
