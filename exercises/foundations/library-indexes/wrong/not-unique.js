// fails: history
// says: returned true, promised false
// from: three-indexes.js
// An index on the slug that allows doubles.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ "publisher.name": 1, title: 1 });
  db.books.insertMany(rows.books);
}
