// A collection of pairs between the two, as in SQL: both directions are alike, and both take two trips.
// wins: When a link has fields of its own: a role, a date, a share of the earnings.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
  db.links.createIndex({ author: 1, book: 1 }, { unique: true });
  db.links.createIndex({ book: 1 });
  db.links.insertMany(rows.links);
}

function booksOf(db, authorId) {
  const ids = db.links.find({ author: authorId }).map(({ book }) => book).toArray();
  return ids.length === 0 ? [] : db.books.find({ _id: { $in: ids } });
}

function authorsOf(db, bookId) {
  const ids = db.links.find({ book: bookId }).map(({ author }) => author).toArray();
  return ids.length === 0 ? [] : db.authors.find({ _id: { $in: ids } });
}

function firstBooks(db, authorId, n) {
  const ids = db.links.find({ author: authorId }).sort({ book: 1 }).limit(n).map(({ book }) => book).toArray();
  return ids.length === 0 ? [] : db.books.find({ _id: { $in: ids } }).sort({ _id: 1 });
}

function link(db, bookId, authorId) {
  try {
    db.links.insertOne({ author: authorId, book: bookId });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function unlink(db, bookId, authorId) {
  db.links.deleteOne({ author: authorId, book: bookId });
}

function repair(db) {
  // A pair is there or it is not.
}
