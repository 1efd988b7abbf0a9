// fails: history
// says: is undefined, promised 'ann'
// from: push.js
// Adds a list as one element.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $push: { reviews: [review] } });
}
