// One collection; the index on genres holds albums only, the one on actors films only.
// wins: When an index concerns one type in ten, or products are written all day.
// stars: lean, cheap-insert

const anyCase = { locale: "en", strength: 2 };

function setup(db, rows) {
  db.products.createIndex({ "details.genre": 1, issued: -1, sku: 1 }, { partialFilterExpression: { type: "album" } });
  db.products.createIndex({ "details.actors": 1, issued: -1, sku: 1 }, { partialFilterExpression: { type: "film" } });
  db.products.createIndex({ title: 1, sku: 1 }, { collation: anyCase });
  db.products.createIndex({ "pricing.pct": -1, sku: 1 });
  db.products.insertMany(rows.products);
}

function albumsOf(db, genre, n) {
  return db.products.find({ type: "album", "details.genre": genre }).sort({ issued: -1, sku: 1 }).limit(n);
}

function filmsWith(db, actor, n) {
  return db.products.find({ type: "film", "details.actors": actor }).sort({ issued: -1, sku: 1 }).limit(n);
}

function named(db, title) {
  return db.products.find({ title }).sort({ sku: 1 }).collation(anyCase);
}

function bargains(db, pct, n) {
  return db.products.find({ "pricing.pct": { $gte: pct } }).sort({ "pricing.pct": -1, sku: 1 }).limit(n);
}
