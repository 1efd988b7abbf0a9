// fails: rival-book
// says: two reviews were added at the same time
// from: reviews-in-the-book.js
// Reads the book, appends the review in JavaScript and writes the list back.

function addReview(db, { book, ...review }) {
  const reviews = db.books.findOne({ _id: book })?.reviews ?? [];
  db.books.updateOne({ _id: book }, { $set: { reviews: [...reviews, review] } }, { upsert: true });
}
