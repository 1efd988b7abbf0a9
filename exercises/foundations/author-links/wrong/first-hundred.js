// fails: history
// says: has 100 elements, promised 1100
// from: authors-in-the-book.js
// Assumes that nobody asks for more than a hundred.

function firstBooks(db, authorId, n) {
  return db.books.find({ authors: authorId }, { title: 1 }).sort({ _id: 1 }).limit(Math.min(n, 100));
}
