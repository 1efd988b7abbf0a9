// fails: history
// says: returned not in order
// from: find-and-sort.js
// Returns the books in the order in which they are stored.

function longBooks(db, pages) {
  return db.books.find({ pages: { $gte: pages } });
}
