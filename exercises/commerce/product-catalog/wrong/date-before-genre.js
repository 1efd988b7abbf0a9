// fails: lean
// says: albumsOf(db, "Jazz", 10) walked
// from: a-one-collection.js
// Puts the date before the genre: newest first, and all other genres on the way.

function setup(db, rows) {
  db.products.createIndex({ type: 1, issued: -1, "details.genre": 1, sku: 1 });
  db.products.createIndex({ type: 1, "details.actors": 1, issued: -1, sku: 1 });
  db.products.createIndex({ title: 1, sku: 1 }, { collation: anyCase });
  db.products.createIndex({ "pricing.pct": -1, sku: 1 });
  db.products.insertMany(rows.products);
}
