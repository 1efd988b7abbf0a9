// One collection; each product also stores its title in lower case, and `named` compares that byte by byte.
// wins: When the program's idea of "the same title" differs from any collation's.
// stars: lean

const keyOf = (title) => title.toLowerCase();

function setup(db, rows) {
  db.products.createIndex({ type: 1, "details.genre": 1, issued: -1, sku: 1 });
  db.products.createIndex({ type: 1, "details.actors": 1, issued: -1, sku: 1 });
  db.products.createIndex({ titleKey: 1, sku: 1 });
  db.products.createIndex({ "pricing.pct": -1, sku: 1 });
  db.products.insertMany(rows.products.map((product) => ({ ...product, titleKey: keyOf(product.title) })));
}

function albumsOf(db, genre, n) {
  return db.products.find({ type: "album", "details.genre": genre }).sort({ issued: -1, sku: 1 }).limit(n);
}

function filmsWith(db, actor, n) {
  return db.products.find({ type: "film", "details.actors": actor }).sort({ issued: -1, sku: 1 }).limit(n);
}

function named(db, title) {
  return db.products.find({ titleKey: keyOf(title) }).sort({ sku: 1 });
}

function bargains(db, pct, n) {
  return db.products.find({ "pricing.pct": { $gte: pct } }).sort({ "pricing.pct": -1, sku: 1 }).limit(n);
}
