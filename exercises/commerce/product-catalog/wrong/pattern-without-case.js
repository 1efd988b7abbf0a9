// fails: lean
// says: keys for
// from: a-one-collection.js
// Searches with a pattern that ignores the case: right, and it tries every title.

function setup(db, rows) {
  db.products.createIndex({ type: 1, "details.genre": 1, issued: -1, sku: 1 });
  db.products.createIndex({ type: 1, "details.actors": 1, issued: -1, sku: 1 });
  db.products.createIndex({ title: 1, sku: 1 });
  db.products.createIndex({ "pricing.pct": -1, sku: 1 });
  db.products.insertMany(rows.products);
}

function named(db, title) {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return db.products.find({ title: new RegExp(`^${escaped}$`, "i") }).sort({ sku: 1 });
}
