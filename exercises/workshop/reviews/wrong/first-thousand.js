// fails: history
// says: After 1002 calls of addReview
// from: one-document-per-review.js
// Stops after a thousand reviews: a limit that no page of the hidden data reaches.

function reviewsByBook(db, book) {
  return db.reviews.find({ book }).sort({ created_at: -1 }).limit(1000).toArray();
}
