// fails: history
// says: allByVolume(db): has
// from: sparse.js
// Forces the sparse index on a list of all books.

function allByVolume(db) {
  return db.books.find().sort({ volume: 1 }).hint({ volume: 1 });
}
