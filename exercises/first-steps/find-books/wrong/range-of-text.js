// fails: long-books
// says: found 0 books
// from: find-and-sort.js
// Compares with a string: a range of strings holds no number.

function longBooks(db, pages) {
  return db.books.find({ pages: { $gte: String(pages) } }).sort({ pages: -1 });
}
