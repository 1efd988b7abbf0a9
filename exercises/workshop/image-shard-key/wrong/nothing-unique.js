// fails: rivals
// says: at the same moment
// from: asks-all-shards.js
// Looks for the hash and inserts, and no index refuses the second of two who do so at once.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.images.createIndex({ image_id: 1 });
  db.images.createIndex({ hash: 1 });
}
