// Every user may recommend ten books at a time.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  // TODO: rows.recommendations, each { user, book }
}

function recommend(db, user, book) {
  return true;
}

function withdraw(db, user, book) {
  return false;
}

function remaining(db, user) {
  return 10;
}

// Run shows how many recommendations a user has left.
recommend(db, "o'neil", 1);
remaining(db, "o'neil");
