// Every review is a document of its own; one index for each screen returns its page in order.
// wins: When both screens matter, or when nobody knows how famous a book may become.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  db.reviews.createIndex({ user: 1, created_at: -1 });
  db.reviews.createIndex({ book: 1, created_at: -1 });
  db.reviews.insertMany(rows.reviews);
}

function addReview(db, review) {
  db.reviews.insertOne(review);
}

function reviewsByUser(db, user) {
  return db.reviews.find({ user }).sort({ created_at: -1 }).toArray();
}

function reviewsByBook(db, book) {
  return db.reviews.find({ book }).sort({ created_at: -1 }).toArray();
}
