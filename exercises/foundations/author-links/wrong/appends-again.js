// fails: no-growth
// says: forty more times made the data
// from: authors-in-the-book.js
// Appends without asking whether the author is there; the answers hide it.

function link(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $push: { authors: authorId } });
}
