// fails: books
// says: was refused
// from: a-lookup.js
// A unique index on the ISBN: each shard could keep it for itself only.

function setup(db, rows) {
  db.books.createIndex({ isbn: 1 }, { unique: true });
  db.isbns.insertMany(rows.books.map(({ _id, publisher, isbn }) => ({ _id: isbn, publisher, book: _id })));
  db.books.insertMany(rows.books);
}
