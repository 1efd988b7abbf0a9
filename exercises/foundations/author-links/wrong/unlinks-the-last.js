// fails: history
// says: booksOf(db
// from: authors-in-the-book.js
// Removes the last author of the list, whichever it is.

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId, authors: authorId }, { $pop: { authors: 1 } });
}
