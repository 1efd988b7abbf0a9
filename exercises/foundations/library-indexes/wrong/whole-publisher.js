// fails: cost-publisher
// says: examined
// from: three-indexes.js
// Indexes the whole sub-document, which cannot be searched for one field of it.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 }, { unique: true });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ publisher: 1, title: 1 });
  db.books.insertMany(rows.books);
}
