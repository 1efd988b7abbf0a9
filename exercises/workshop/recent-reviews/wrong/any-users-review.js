// fails: deleted
// says: deleteReview(db, "bobby"
// Deletes by the review's id, whoever wrote it.

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
  return db.reviews.deleteOne({ _id: reviewId }).deletedCount === 1;
}
