// fails: history
// says: in `reviews`, promised
// from: operators.js
// Adds a review only if the list has no equal one.

const addReview = (db, id, review) => void db.books.updateOne({ _id: id }, { $addToSet: { reviews: review } });
