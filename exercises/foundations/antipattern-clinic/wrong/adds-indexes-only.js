// fails: a-unused
// says: did not use
// from: step-by-step.js
// Adds the missing indexes and keeps the unused ones.

function tuneIndexes(db, log) {
  db.orders.createIndex({ customer: 1, placed: -1 });
  db.orders.createIndex({ status: 1, placed: 1 });
  db.orders.createIndex({ "items.sku": 1 });
  db.orders.createIndex({ number: 1 });
}
