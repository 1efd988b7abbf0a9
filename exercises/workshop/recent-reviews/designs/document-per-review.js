// A document for each review and an index in the order of the page: ten documents, ten keys, nothing to maintain.
// wins: When the data fits into memory: nothing to maintain, and every other question stays easy.

function setup(db, rows) {
  db.reviews.createIndex({ user: 1, created_at: -1 });
  db.reviews.insertMany(rows.reviews);
}

function addReview(db, user, review) {
  db.reviews.insertOne({ ...review, user });
}

function recentReviews(db, user, n) {
  return db.reviews.find({ user }).sort({ created_at: -1 }).limit(n);
}

function deleteReview(db, user, reviewId) {
  return db.reviews.deleteOne({ _id: reviewId, user }).deletedCount === 1;
}
