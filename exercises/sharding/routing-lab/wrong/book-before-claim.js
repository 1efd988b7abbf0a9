// fails: books
// says: documents with the ISBN
// from: a-lookup.js
// Stores the book and then asks for its ISBN: too late.

function addBook(db, book) {
  const { _id, publisher, isbn } = book;
  inserted(db.books, book);
  return inserted(db.isbns, { _id: isbn, publisher, book: _id }) || db.isbns.findOne({ _id: isbn }).book === _id;
}
