// fails: few-indexes
// says: has 5 indexes
// from: three-indexes.js
// Keeps an index whose fields another one begins with.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 }, { unique: true });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ "publisher.name": 1, title: 1 });
  db.books.createIndex({ "publisher.name": 1 });
  db.books.insertMany(rows.books);
}
