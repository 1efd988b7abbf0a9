// The book lists its few authors; an index on the list answers the other direction.
// wins: When a book has few authors and an author may have any number of books: nearly always.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.createIndex({ authors: 1, _id: 1 });
  const books = new Map(rows.books.map((book) => [book._id, { ...book, authors: [] }]));
  for (const { book, author } of rows.links) books.get(book).authors.push(author);
  if (books.size > 0) db.books.insertMany([...books.values()]);
}

function booksOf(db, authorId) {
  return db.books.find({ authors: authorId }, { title: 1 });
}

function authorsOf(db, bookId) {
  const ids = db.books.findOne({ _id: bookId })?.authors ?? [];
  return ids.length === 0 ? [] : db.authors.find({ _id: { $in: ids } });
}

function firstBooks(db, authorId, n) {
  return db.books.find({ authors: authorId }, { title: 1 }).sort({ _id: 1 }).limit(n);
}

function link(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $addToSet: { authors: authorId } });
}

function unlink(db, bookId, authorId) {
  db.books.updateOne({ _id: bookId }, { $pull: { authors: authorId } });
}

function repair(db) {
  // There is one list, so there is nothing that could disagree with it.
}
