// A document for each pair, named by both, with a copy of the title and of the name: either direction is one range of an index.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
  db.wrote.createIndex({ "author._id": 1, "book._id": 1 }, { unique: true });
  db.wrote.createIndex({ "book._id": 1 });
  const books = new Map(rows.books.map((book) => [book._id, book]));
  const authors = new Map(rows.authors.map((author) => [author._id, author]));
  const pairs = rows.links.map(({ book, author }) => ({ book: books.get(book), author: authors.get(author) }));
  db.wrote.insertMany(pairs);
}

function booksOf(db, authorId) {
  return db.wrote.find({ "author._id": authorId }).map(({ book }) => book).toArray();
}

function authorsOf(db, bookId) {
  return db.wrote.find({ "book._id": bookId }).map(({ author }) => author).toArray();
}

function firstBooks(db, authorId, n) {
  return db.wrote.find({ "author._id": authorId }).sort({ "book._id": 1 }).limit(n).map(({ book }) => book).toArray();
}

function link(db, bookId, authorId) {
  try {
    db.wrote.insertOne({ book: db.books.findOne({ _id: bookId }), author: db.authors.findOne({ _id: authorId }) });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function unlink(db, bookId, authorId) {
  db.wrote.findOneAndDelete({ "author._id": authorId, "book._id": bookId });
}

function repair(db) {
  // A pair is there or not, and both directions read it.
}
