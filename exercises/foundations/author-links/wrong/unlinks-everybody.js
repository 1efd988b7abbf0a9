// fails: history
// says: booksOf(db
// from: authors-in-the-book.js
// Empties the whole list to remove one.

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $set: { authors: [] } });
}
