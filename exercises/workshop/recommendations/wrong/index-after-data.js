// fails: history
// says: promised
// from: pairs.js
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
