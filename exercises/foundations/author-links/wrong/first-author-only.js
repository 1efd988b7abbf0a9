// fails: history
// says: booksOf(db
// One field for the author, as if every book had only one.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ author: 1, _id: 1 });
  const books = new Map(rows.books.map((book) => [book._id, { ...book, author: null }]));
  for (const { book, author } of rows.links) books.get(book).author = author;
  if (books.size > 0) db.books.insertMany([...books.values()]);
}

function booksOf(db, authorId) {
  return db.books.find({ author: authorId }, { title: 1 });
}

function authorsOf(db, bookId) {
  return db.authors.find({ _id: db.books.findOne({ _id: bookId })?.author ?? null });
}

function firstBooks(db, authorId, n) {
  return db.books.find({ author: authorId }, { title: 1 }).sort({ _id: 1 }).limit(n);
}

function link(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $set: { author: authorId } });
}

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId, author: authorId }, { $set: { author: null } });
}

function repair(db) {
  // There is one list, so there is nothing that could disagree with it.
}
