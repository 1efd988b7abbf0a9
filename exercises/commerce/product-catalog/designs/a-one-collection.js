// One collection for all types. Two indexes lead with the type, two serve every type; titles compare under a collation.
// wins: When types come and go, and nobody has to think of indexes for them.
// stars: lean

const anyCase = { locale: "en", strength: 2 };

function setup(db, rows) {
  db.products.createIndex({ type: 1, "details.genre": 1, issued: -1, sku: 1 });
  db.products.createIndex({ type: 1, "details.actors": 1, issued: -1, sku: 1 });
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
