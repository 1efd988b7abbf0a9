// fails: history
// says: has 100 elements, promised
// from: document-per-review.js
// Keeps the hundred newest, as if the page were all there is.

function addReview(db, user, review) {
  db.reviews.insertOne({ ...review, user });
  const old = db.reviews.find({ user }).sort({ created_at: -1 }).skip(100).toArray();
  db.reviews.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}
