// fails: order
// says: the longest book should come first
// from: find-and-sort.js
// Returns the books in the order in which they are stored.

function longBooks(db, pages) {
  return db.books.find({ pages: { $gte: pages } });
}
