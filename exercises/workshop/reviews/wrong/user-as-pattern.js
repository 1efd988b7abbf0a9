// fails: history
// says: reviewsByUser(db
// from: one-document-per-review.js
// Takes a name for a pattern.

function reviewsByUser(db, user) {
  return db.reviews.find({ user: new RegExp(`^${user}$`) }).sort({ created_at: -1 }).toArray();
}
