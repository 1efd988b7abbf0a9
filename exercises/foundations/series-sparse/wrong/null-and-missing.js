// fails: history
// says: singles(db): has 0 elements
// from: sparse.js
// Looks for a stored null that is not stored.

function singles(db) {
  return db.books.find({ volume: { $type: "null" } });
}
