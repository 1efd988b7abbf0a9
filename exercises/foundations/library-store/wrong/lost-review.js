// fails: rivals
// says: in `reviews`, promised
// from: operators.js
// Reads the book, appends the review in JavaScript and writes the book back.

function addReview(db, id, review) {
  const book = db.books.findOne({ _id: id });
  if (!book) return;
  book.reviews.push(review);
  db.books.replaceOne({ _id: id }, book);
}
