// fails: no-scan
// says: examined
// Remembers the index for readers and forgets the one for books.

function setup(db, rows) {
  db.reviews.createIndex({ user: 1, created_at: -1 });
  db.reviews.insertMany(rows.reviews);
}

function addReview(db, review) {
  db.reviews.insertOne(review);
}

function reviewsByUser(db, user) {
  return db.reviews.find({ user }).sort({ created_at: -1 }).toArray();
}

function reviewsByBook(db, book) {
  return db.reviews.find({ book }).sort({ created_at: -1 }).toArray();
}
