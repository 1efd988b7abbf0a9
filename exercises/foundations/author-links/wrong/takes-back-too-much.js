// fails: rivals
// says: at the same moment
// from: authors-in-the-book.js
// Writes the list back without the author, and without authors who were linked meanwhile.

function unlink(db, bookId, authorId) {
  const { authors } = db.books.findOne({ _id: bookId });
  db.books.updateOne({ _id: bookId }, { $set: { authors: authors.filter((id) => id !== authorId) } });
}
