// fails: history
// says: has a document with the _id
// from: push.js
// Creates a book for an unknown id.

function addReview(db, id, review) {
  db.books.updateOne({ _id: id }, { $push: { reviews: review } }, { upsert: true });
}
