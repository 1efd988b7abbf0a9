// fails: cost-subject
// says: examined
// from: three-indexes.js
// Indexes only the first subject of each book.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 }, { unique: true });
  db.books.createIndex({ "subjects.0": 1 });
  db.books.createIndex({ "publisher.name": 1, title: 1 });
  db.books.insertMany(rows.books);
}
