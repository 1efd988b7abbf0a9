// fails: history
// says: in `reviews`, promised
// from: operators.js
// Stores a list with one review, and the earlier ones are gone.

const addReview = (db, id, review) => void db.books.updateOne({ _id: id }, { $set: { reviews: [review] } });
