// fails: history
// says: recommend(db
// from: array-alone.js
// Guards the ten and forgets the same book twice.

function recommend(db, user, book) {
  const room = { _id: user, "books.9": { $exists: false } };
  try {
    db.users.updateOne(room, { $push: { books: book } }, { upsert: true });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
