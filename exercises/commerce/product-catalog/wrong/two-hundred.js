// Reads 200 albums at most, whatever the page asks for.
// fails: history
// says: has 200 elements, promised
// from: a-one-collection.js

function albumsOf(db, genre, n) {
  return db.products.find({ type: "album", "details.genre": genre }).sort({ issued: -1, sku: 1 }).limit(Math.min(n, 200));
}
