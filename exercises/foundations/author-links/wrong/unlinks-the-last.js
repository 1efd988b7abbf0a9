// fails: history
// says: booksOf(db
// from: authors-in-the-book.js
// Removes the last of the list, whoever it is.

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId, authors: authorId }, { $pop: { authors: 1 } });
}
