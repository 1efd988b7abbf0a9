// The author lists their books with their titles, sorted: every page is one trip, and titles are copied, which never change.
// wins: When authors' pages are nearly all that is shown and titles never change.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.authors.createIndex({ "books._id": 1 });
  const titles = new Map(rows.books.map((book) => [book._id, book]));
  const authors = new Map(rows.authors.map((author) => [author._id, { ...author, books: [] }]));
  for (const { book, author } of rows.links) authors.get(author).books.push(titles.get(book));
  for (const { books } of authors.values()) books.sort((a, b) => a._id - b._id);
  db.authors.insertMany([...authors.values()]);
}

function booksOf(db, authorId) {
  return db.authors.findOne({ _id: authorId })?.books ?? [];
}

function authorsOf(db, bookId) {
  return db.authors.find({ "books._id": bookId }, { books: 0 });
}

function firstBooks(db, authorId, n) {
  return db.authors.findOne({ _id: authorId }, { books: { $slice: n } })?.books ?? [];
}

function link(db, bookId, authorId) {
  const book = db.books.findOne({ _id: bookId });
  db.authors.updateOne(
    { _id: authorId, "books._id": { $ne: bookId } },
    { $push: { books: { $each: [book], $sort: { _id: 1 } } } },
  );
}

function unlink(db, bookId, authorId) {
  db.authors.updateOne({ _id: authorId }, { $pull: { books: { _id: bookId } } });
}

function repair(db) {
  // There is one list, so there is nothing that could disagree with it.
}
