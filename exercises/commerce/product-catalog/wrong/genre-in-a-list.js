// fails: history
// says: albumsOf
// from: a-one-collection.js
// Asks for albums whose genre is nothing but this one: `$eq` in an expression compares a list as a whole.

function albumsOf(db, genre, n) {
  return db.products.find({ type: "album", $expr: { $eq: ["$details.genre", genre] } }).sort({ issued: -1, sku: 1 }).limit(n);
}
