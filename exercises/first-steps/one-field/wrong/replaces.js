// fails: history
// says: has no `title`, promised 'Emma'
// from: set-and-unset.js
// Puts a new document in the place of the book.

function lend(db, id, reader) {
  db.books.replaceOne({ _id: id }, { available: false, reader });
}
