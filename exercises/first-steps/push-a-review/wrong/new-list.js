// fails: history
// says: in `reviews`, promised
// from: push.js
// Stores a new list with one review.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $set: { reviews: [review] } });
}
