// fails: rivals
// says: at the same moment
// from: links-between.js
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

function link(db, bookId, authorId) {
  const pair = { author: authorId, book: bookId };
  if (!db.links.findOne(pair)) db.links.insertOne(pair);
}
