// fails: a-queries
// says: examined
// from: step-by-step.js
// An index for each field by itself: what is sorted or limited by a second field is still read.

function tuneIndexes(db, log) {
  db.orders.dropIndexes();
  for (const field of ["customer", "placed", "items.sku", "number"]) db.orders.createIndex({ [field]: 1 });
}
