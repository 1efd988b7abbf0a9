// fails: dropLastReview
// says: `reviews` of the document with
// from: operators.js
// Removes the first review.

const dropLastReview = (db, id) => void db.books.updateOne({ _id: id }, { $pop: { reviews: -1 } });
