// fails: booksReviewed
// says: does not find
// from: operators.js
// Compares the whole review, which has further fields.

function booksReviewed(db, user, text) {
  return db.books.find({ reviews: { user, text } });
}
