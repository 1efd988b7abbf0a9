// fails: order
// says: with all indexes dropped the order differs
// from: a-one-collection.js
// Leaves `sku` to the index, which happens to end with it.

function albumsOf(db, genre, n) {
  return db.products.find({ type: "album", "details.genre": genre }).sort({ issued: -1 }).limit(n);
}
