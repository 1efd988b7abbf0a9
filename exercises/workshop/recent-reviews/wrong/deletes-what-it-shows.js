// fails: history
// says: returned false, promised true
// from: document-per-review.js
// Looks for the review among the fifty newest only.

function deleteReview(db, user, reviewId) {
  const shown = db.reviews.find({ user }).sort({ created_at: -1 }).limit(50).toArray();
  if (!shown.some(({ _id }) => _id === reviewId)) return false;
  return db.reviews.deleteOne({ _id: reviewId, user }).deletedCount === 1;
}
