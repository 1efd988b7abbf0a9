// Ids on both sides, the book's list is the record: each question asks the other side's array, in one trip; a link writes twice.
// wins: When both directions are read all day, links rarely change, and a repair may run.

function setup(db, rows) {
  const books = new Map(rows.books.map((book) => [book._id, { ...book, authors: [] }]));
  const authors = new Map(rows.authors.map((author) => [author._id, { ...author, books: [] }]));
  for (const { book, author } of rows.links) {
    books.get(book).authors.push(author);
    authors.get(author).books.push(book);
  }
  db.books.createIndex({ authors: 1, _id: 1 });
  db.authors.createIndex({ books: 1 });
  db.authors.insertMany([...authors.values()]);
  if (books.size > 0) db.books.insertMany([...books.values()]);
}

function booksOf(db, authorId) {
  return db.books.find({ authors: authorId }, { title: 1 });
}

function authorsOf(db, bookId) {
  return db.authors.find({ books: bookId }, { books: 0 });
}

function firstBooks(db, authorId, n) {
  return db.books.find({ authors: authorId }, { title: 1 }).sort({ _id: 1 }).limit(n);
}

function link(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $addToSet: { authors: authorId } });
  db.authors.updateOne({ _id: authorId }, { $addToSet: { books: bookId } });
}

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $pull: { authors: authorId } });
  db.authors.updateOne({ _id: authorId }, { $pull: { books: bookId } });
}

function repair(db) {
  const wanted = new Map(db.authors.find({}, { _id: 1 }).map(({ _id }) => [_id, []]).toArray());
  db.books.find({}, { authors: 1 }).forEach(({ _id, authors }) => {
    for (const author of authors) wanted.get(author)?.push(_id);
  });
  for (const [_id, books] of wanted) db.authors.updateOne({ _id }, { $set: { books } });
}
