// fails: history
// says: returned not in order
// from: find-and-sort.js
// Sorts the other way round.

function longBooks(db, pages) {
  return db.books.find({ pages: { $gte: pages } }).sort({ pages: 1 });
}
