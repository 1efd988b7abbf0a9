// fails: history
// says: reviewsByBook(db
// from: one-document-per-review.js
// Cuts a page off after a hundred reviews.

function reviewsByUser(db, user) {
  return db.reviews.find({ user }).sort({ created_at: -1 }).limit(100).toArray();
}

function reviewsByBook(db, book) {
  return db.reviews.find({ book }).sort({ created_at: -1 }).limit(100).toArray();
}
