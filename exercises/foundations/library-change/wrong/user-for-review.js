// fails: removeReviewsBy
// says: `reviews` of the document with
// from: operators.js
// Compares each review with a number.

const removeReviewsBy = (db, id, user) => void db.books.updateOne({ _id: id }, { $pull: { reviews: user } });
