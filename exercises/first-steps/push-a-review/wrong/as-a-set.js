// fails: history
// says: in `reviews`, promised
// from: push.js
// Adds a review only if the list has no equal one.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $addToSet: { reviews: review } });
}
