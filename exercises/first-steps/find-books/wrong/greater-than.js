// fails: history
// says: missing is {
// from: find-and-sort.js
// Leaves out the books that are exactly as long.

function longBooks(db, pages) {
  return db.books.find({ pages: { $gt: pages } }).sort({ pages: -1 });
}
