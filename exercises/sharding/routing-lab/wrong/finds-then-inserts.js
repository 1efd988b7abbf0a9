// fails: unique
// says: the ISBN 978-x is there 2 times
// from: c-claims.js
// Looks whether the ISBN is free, then inserts: two look before either inserts.

function addBook(db, book) {
  const other = db.books.findOne({ isbn: book.isbn });
  if (other) return other._id === book._id;
  db.books.insertOne(book);
  return true;
}
