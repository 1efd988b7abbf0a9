// fails: lists
// says: singles(db)
// from: sparse.js
// Looks for a stored null that is not stored.

function singles(db) {
  return db.books.find({ volume: { $type: "null" } });
}
