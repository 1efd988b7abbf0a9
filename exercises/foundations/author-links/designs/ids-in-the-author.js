// The author lists the ids of their books; an index on the list answers who wrote a book.
// wins: When an author has few books, is shown with their number, and books are found by other ways.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.authors.createIndex({ books: 1 });
  const authors = new Map(rows.authors.map((author) => [author._id, { ...author, books: [] }]));
  for (const { book, author } of rows.links) authors.get(author).books.push(book);
  db.authors.insertMany([...authors.values()]);
}

const idsOf = (db, authorId) => db.authors.findOne({ _id: authorId }, { books: 1 })?.books ?? [];

function booksOf(db, authorId) {
  return db.books.find({ _id: { $in: idsOf(db, authorId) } }).toArray();
}

function authorsOf(db, bookId) {
  return db.authors.find({ books: bookId }, { books: 0 }).toArray();
}

function firstBooks(db, authorId, n) {
  return db.books.find({ _id: { $in: idsOf(db, authorId) } }).sort({ _id: 1 }).limit(n).toArray();
}

function link(db, bookId, authorId) {
  db.authors.updateOne({ _id: authorId }, { $addToSet: { books: bookId } });
}

function unlink(db, bookId, authorId) {
  db.authors.updateOne({ _id: authorId }, { $pull: { books: bookId } });
}

function repair(db) {
  // There is one list, so there is nothing that could disagree with it.
}
