// fails: rivals
// says: at the same moment
// from: pairs.js
// Looks for the pair, then inserts it, with nothing unique.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.books.insertMany(rows.books);
  db.recommendations.createIndex({ book: 1, user: 1 });
  for (const { user, book } of rows.recommendations) recommend(db, user, book);
}

function recommend(db, user, book) {
  if (db.recommendations.findOne({ book, user })) return false;
  db.recommendations.insertOne({ book, user });
  return true;
}
