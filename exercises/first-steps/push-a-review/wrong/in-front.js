// fails: history
// says: promised [
// from: push-each.js
// Adds the review at the beginning.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $push: { reviews: { $each: [review], $position: 0 } } });
}
