// fails: unique
// says: no book has the ISBN
// from: a-lookup.js
// Whoever finds the claim is refused, the client who died after making it as well.

function addBook(db, book) {
  const { _id, publisher, isbn } = book;
  if (db.books.findOne({ publisher, _id })) return true;
  if (!inserted(db.isbns, { _id: isbn, publisher, book: _id })) return false;
  inserted(db.books, book);
  return true;
}
