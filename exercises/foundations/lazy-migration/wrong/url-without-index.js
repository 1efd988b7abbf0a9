// fails: read-cost
// says: examined
// from: batches.js
// Leaves the address without an index, since the job does not ask for it.

function setup(db, rows) {
  db.nodes.createIndex({ short_description: 1 });
  db.nodes.insertMany(rows.nodes);
}
