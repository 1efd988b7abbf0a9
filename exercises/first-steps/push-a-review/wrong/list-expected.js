// fails: history
// says: reading 'push'
// from: also-write-back.js
// Expects every book to have a list.

function addReview(db, id, review) {
  const book = db.books.findOne({ _id: id });
  if (!book) return;
  book.reviews.push(review);
  db.books.replaceOne({ _id: id }, book);
}
