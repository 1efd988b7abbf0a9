// fails: history
// says: recommend
// from: pairs.js
// Compares names in small letters, so that two users are one.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  db.recommendations.createIndex({ book: 1, user: 1 }, { unique: true });
  for (const { user, book } of rows.recommendations) recommend(db, user, book);
}

function recommend(db, user, book) {
  try {
    db.recommendations.insertOne({ book, user: user.toLowerCase() });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  return true;
}

function unrecommend(db, user, book) {
  return db.recommendations.deleteOne({ book, user: user.toLowerCase() }).deletedCount === 1;
}
