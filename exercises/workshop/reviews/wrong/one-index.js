// fails: no-scan
// says: examined
// from: one-document-per-review.js
// Remembers the index for readers and forgets the one for books.

function setup(db, rows) {
  db.reviews.createIndex({ user: 1, created_at: -1 });
  db.reviews.insertMany(rows.reviews);
}
