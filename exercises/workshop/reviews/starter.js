// Two screens: all reviews of a reader, all reviews of a book, newest first.
// Store the rows in any shape that serves them.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  // TODO: store rows.reviews and create the indexes your reads need
}

function addReview(db, review) {
  // review: { user, book, rating, text, created_at }
}

function reviewsByUser(db, user) {
  return [];
}

function reviewsByBook(db, book) {
  return [];
}

// Run shows a book's page.
reviewsByBook(db, 160);
