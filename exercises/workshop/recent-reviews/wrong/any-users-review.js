// fails: history
// says: returned true, promised false
// from: document-per-review.js
// Deletes by the review's id, without asking who wrote it.

function deleteReview(db, user, reviewId) {
  return db.reviews.deleteOne({ _id: reviewId }).deletedCount === 1;
}
