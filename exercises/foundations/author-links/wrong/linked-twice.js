// fails: linked-twice
// says: the author still has the book
// from: links-between.js
// Upserts without a unique index: two clients store one pair twice, and unlink removes it once.

function setup(db, rows) {
  db.authors.insertMany(rows.authors);
  db.books.insertMany(rows.books);
  db.links.createIndex({ author: 1, book: 1 });
  db.links.createIndex({ book: 1 });
  db.links.insertMany(rows.links);
}

function link(db, bookId, authorId) {
  db.links.updateOne({ author: authorId, book: bookId }, { $set: { linked: true } }, { upsert: true });
}
