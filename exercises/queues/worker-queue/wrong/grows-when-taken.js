// fails: order
// says: Cannot change the size of a document
// from: lease.js
// Writes the worker's name into a document of a capped collection, which must keep its size.

function setup(db, rows) {
  db.createCollection("queue", { capped: true, size: 8 * 1024 * 1024 });
  db.queue.createIndex({ state: 1, created: 1 });
  db.queue.insertMany(rows.messages.map((row) => ({ ...row, state: 0 })));
}
