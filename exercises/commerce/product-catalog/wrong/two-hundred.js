// Reads 200 albums at most, whatever the page asks for.
// fails: long
// says: returned 200 products
// from: a-one-collection.js

function albumsOf(db, genre, n) {
  return db.products.find({ type: "album", "details.genre": genre }).sort({ issued: -1, sku: 1 }).limit(Math.min(n, 200));
}
