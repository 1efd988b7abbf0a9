// fails: rivals
// says: at the same moment
// from: reviews-in-the-book.js
// Reads the book, appends the review in JavaScript and writes the list back.

function addReview(db, { book, ...review }) {
  const reviews = db.books.findOne({ _id: book })?.reviews ?? [];
  db.books.updateOne({ _id: book }, { $set: { reviews: [...reviews, review] } }, { upsert: true });
}
