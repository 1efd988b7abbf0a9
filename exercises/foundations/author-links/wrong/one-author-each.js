// fails: no-scan
// says: round trips
// from: authors-in-the-book.js
// Asks for the authors of a book one by one.

function authorsOf(db, bookId) {
  const ids = db.books.findOne({ _id: bookId })?.authors ?? [];
  return ids.map((_id) => db.authors.findOne({ _id }));
}
