// fails: user-page
// says: "$ave"
// Takes a name for a pattern.

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
  return db.reviews.find({ user: new RegExp(`^${user}$`) }).sort({ created_at: -1 }).toArray();
}

function reviewsByBook(db, book) {
  return db.reviews.find({ book }).sort({ created_at: -1 }).toArray();
}
