// fails: cost-publisher
// says: examined
// from: three-indexes.js
// Puts the order first and the search second.

function setup(db, rows) {
  db.books.createIndex({ slug: 1 }, { unique: true });
  db.books.createIndex({ subjects: 1 });
  db.books.createIndex({ title: 1, "publisher.name": 1 });
  db.books.insertMany(rows.books);
}
