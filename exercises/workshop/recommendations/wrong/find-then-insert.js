// fails: rival-same
// says: at the same moment
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

function unrecommend(db, user, book) {
  return db.recommendations.deleteOne({ book, user }).deletedCount === 1;
}

function countFor(db, book) {
  return db.recommendations.countDocuments({ book });
}

function recount(db, book) {
  return countFor(db, book);
}
