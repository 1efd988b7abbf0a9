// fails: cost-titles
// says: in memory
// from: three-indexes.js
// Finds the publisher by index and leaves the order to a sort.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 }, { unique: true });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ "publisher.name": 1 });
  db.books.insertMany(rows.books);
}
