// fails: add-review
// says: the books after addReview(db, 4000
// from: operators.js
// Creates a book for an unknown id.

const addReview = (db, id, review) =>
  void db.books.updateOne({ _id: id }, { $push: { reviews: review } }, { upsert: true });
