// fails: history
// says: in `reviews`, promised
// from: push.js
// Adds a list as one element.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $push: { reviews: [review] } });
}
