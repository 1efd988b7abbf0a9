// All products in one collection. `named` finds only titles in exactly the same case.

function setup(db, rows) {
  db.products.insertMany(rows.products);
}

// newest first, products of one date by sku
function albumsOf(db, genre, n) {
  return db.products.find({ type: "album", "details.genre": genre }).sort({ issued: -1, sku: 1 }).limit(n);
}

// newest first, products of one date by sku
function filmsWith(db, actor, n) {
  return [];
}

// by sku
function named(db, title) {
  return db.products.find({ title }).sort({ sku: 1 });
}

// highest discount first, equal ones by sku
function bargains(db, pct, n) {
  return [];
}

// Run shows the three newest albums of a genre.
albumsOf(db, "Jazz", 3);
