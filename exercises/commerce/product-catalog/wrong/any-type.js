// fails: history
// says: albumsOf
// from: c-partial-indexes.js
// Forgets the type: games with the genre stand among the albums.

function albumsOf(db, genre, n) {
  return db.products.find({ "details.genre": genre }).sort({ issued: -1, sku: 1 }).limit(n);
}
