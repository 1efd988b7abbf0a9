// fails: doubles
// says: after setup countFor
// Builds the unique index over the doubled rows and swallows the error.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  db.recommendations.insertMany(rows.recommendations);
  try {
    db.recommendations.createIndex({ book: 1, user: 1 }, { unique: true });
  } catch (error) {
    // There is no index now, and the duplicates stay.
  }
}

function recommend(db, user, book) {
  try {
    db.recommendations.insertOne({ book, user });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function unrecommend(db, user, book) {
  return db.recommendations.deleteOne({ book, user }).deletedCount === 1;
}

function countFor(db, book) {
  return db.recommendations.countDocuments({ book });
}

function recount(db, book) {
  return countFor(db, book);
}
