// fails: history
// says: removeBook(db, 1) returned true, promised false
// from: operators.js
// Creates a book for an unknown id.

const addReview = (db, id, review) =>
  void db.books.updateOne({ _id: id }, { $push: { reviews: review } }, { upsert: true });
