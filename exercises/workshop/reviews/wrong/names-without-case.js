// fails: history
// says: reviewsByUser(db
// from: one-document-per-review.js
// Compares names as a search box would, and shows one reader the other's reviews.

function setup(db, rows) {
  db.createCollection("reviews", { collation: { locale: "en", strength: 2 } });
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  db.reviews.createIndex({ user: 1, created_at: -1 });
  db.reviews.createIndex({ book: 1, created_at: -1 });
  db.reviews.insertMany(rows.reviews);
}
