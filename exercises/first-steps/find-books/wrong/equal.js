// fails: history
// says: has 0 elements
// from: find-and-sort.js
// Asks for books with exactly so many pages.

function longBooks(db, pages) {
  return db.books.find({ pages });
}
