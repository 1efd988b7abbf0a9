// fails: history
// says: authorsOf(db
// from: also-pairs-with-copies.js
// A set of copies: the same author with the fields in another order is another element.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  const authors = new Map(rows.authors.map((author) => [author._id, author]));
  const books = new Map(rows.books.map((book) => [book._id, { ...book, authors: [] }]));
  for (const { book, author } of rows.links) books.get(book).authors.push(authors.get(author));
  db.books.createIndex({ "authors._id": 1, _id: 1 });
  db.books.insertMany([...books.values()]);
}

function booksOf(db, authorId) {
  return db.books.find({ "authors._id": authorId }, { title: 1 });
}

function authorsOf(db, bookId) {
  return db.books.findOne({ _id: bookId })?.authors ?? [];
}

function firstBooks(db, authorId, n) {
  return db.books.find({ "authors._id": authorId }, { title: 1 }).sort({ _id: 1 }).limit(n);
}

function link(db, bookId, authorId) {
  const { first_name, last_name } = db.authors.findOne({ _id: authorId });
  db.books.updateOne({ _id: bookId }, { $addToSet: { authors: { first_name, last_name, _id: authorId } } });
}

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $pull: { authors: { _id: authorId } } });
}
