// fails: history
// says: has 0 elements
// from: find-and-sort.js
// Compares with a string: a range of strings holds no number.

function longBooks(db, pages) {
  return db.books.find({ pages: { $gte: String(pages) } }).sort({ pages: -1 });
}
