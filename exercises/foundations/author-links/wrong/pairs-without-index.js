// fails: rival-links
// says: at the same moment
// Looks for the pair, then inserts it, with nothing unique.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
  db.links.createIndex({ author: 1, book: 1 });
  db.links.createIndex({ book: 1 });
  db.links.insertMany(rows.links);
}

function booksOf(db, authorId) {
  const ids = db.links.find({ author: authorId }).map(({ book }) => book).toArray();
  return ids.map((id) => db.books.findOne({ _id: id }));
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
  const pair = { author: authorId, book: bookId };
  if (!db.links.findOne(pair)) db.links.insertOne(pair);
}

function unlink(db, bookId, authorId) {
  db.links.deleteOne({ author: authorId, book: bookId });
}

function repair(db) {
  // A pair is there or it is not.
}
