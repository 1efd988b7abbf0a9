// fails: history
// says: reviewsByBook(db
// Trusts that reviews were stored in the order they were written.

function setup(db, rows) {
  db.reviews.createIndex({ user: 1 });
  db.reviews.createIndex({ book: 1 });
  db.reviews.insertMany(rows.reviews);
}

function addReview(db, review) {
  db.reviews.insertOne(review);
}

function reviewsByUser(db, user) {
  return db.reviews.find({ user }).toArray().reverse();
}

function reviewsByBook(db, book) {
  return db.reviews.find({ book }).toArray().reverse();
}
