// fails: history
// says: With names that are the same when they are joined
// from: links-between.js
// Joins the two numbers to one key: 30 and 112 are 301 and 12.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
  db.links.createIndex({ author: 1, book: 1 });
  db.links.createIndex({ book: 1 });
  db.links.insertMany(rows.links.map(({ book, author }) => ({ _id: `${book}${author}`, book, author })));
}

function link(db, bookId, authorId) {
  const _id = `${bookId}${authorId}`;
  db.links.updateOne({ _id }, { $setOnInsert: { book: bookId, author: authorId } }, { upsert: true });
}

function unlink(db, bookId, authorId) {
  db.links.deleteOne({ _id: `${bookId}${authorId}` });
}
