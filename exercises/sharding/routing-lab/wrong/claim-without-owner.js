// fails: crashes
// says: and addBook ran
// from: a-lookup.js
// A client that finds the claim is refused, also the one that died after making it.

function addBook(db, book) {
  const { _id, publisher, isbn } = book;
  if (db.books.findOne({ publisher, _id })) return true;
  if (!inserted(db.isbns, { _id: isbn, publisher, book: _id })) return false;
  inserted(db.books, book);
  return true;
}
