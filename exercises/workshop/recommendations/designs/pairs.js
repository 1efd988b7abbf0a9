// One small document for each pair under a unique index: nothing can drift, and counting walks the index.
// wins: When the number is rarely asked for, or no book is famous enough for the count to hurt.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  db.recommendations.createIndex({ book: 1, user: 1 }, { unique: true });
  if (rows.recommendations.length === 0) return;
  try {
    db.recommendations.insertMany(rows.recommendations, { ordered: false });
  } catch (error) {
    if (error.code !== 11000) throw error;
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
