// fails: history
// says: recommend(db
// from: array-alone.js
// Keeps the array at ten by throwing away the oldest.

function recommend(db, user, book) {
  if (db.users.findOne({ _id: user, books: book })) return false;
  db.users.updateOne({ _id: user }, { $push: { books: { $each: [book], $slice: -10 } } }, { upsert: true });
  return true;
}
