// fails: free-singles
// says: index entries
// from: sparse.js
// Ordinary indexes, with an entry for every book.

function setup(db, rows) {
  db.books.createIndex({ series_title: 1, volume: 1 });
  db.books.createIndex({ volume: 1 });
  db.books.insertMany(rows.books.map(lean));
}
