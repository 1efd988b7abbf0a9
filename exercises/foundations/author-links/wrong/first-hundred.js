// fails: history
// says: has 100 elements, promised 1100
// from: authors-in-the-book.js
// Takes a hundred for as many as anybody asks for.

function firstBooks(db, authorId, n) {
  return db.books.find({ authors: authorId }, { title: 1 }).sort({ _id: 1 }).limit(Math.min(n, 100));
}
