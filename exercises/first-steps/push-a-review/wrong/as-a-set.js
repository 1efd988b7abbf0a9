// fails: twice
// says: 2 equal reviews were added, 1 is stored
// from: push.js
// Adds a review only if the list has no equal one.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $addToSet: { reviews: review } });
}
