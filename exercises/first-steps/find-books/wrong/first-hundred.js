// fails: history
// says: has 100 elements
// from: find-and-sort.js
// Stops after the first hundred.

function longBooks(db, pages) {
  return db.books.find({ pages: { $gte: pages } }).sort({ pages: -1 }).limit(100);
}
