// A profile page shows the newest reviews of a reader.

function setup(db, rows) {
  // rows.reviews: [{ _id, user, rating, text, created_at }]
  db.reviews.insertMany(rows.reviews);
}

function addReview(db, user, review) {
  // review: { _id, rating, text, created_at }
}

function recentReviews(db, user, n) {
  return db.reviews.find({ user }).limit(n);
}

function deleteReview(db, user, reviewId) {
  return false;
}

// Run shows a profile page.
recentReviews(db, "bob", 3);
