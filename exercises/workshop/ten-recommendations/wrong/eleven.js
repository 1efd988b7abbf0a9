// fails: history
// says: recommend(db
// from: array-alone.js
// Counts places from one: the element at position 10 is the eleventh.

function recommend(db, user, book) {
  const room = { _id: user, books: { $ne: book }, "books.10": { $exists: false } };
  try {
    db.users.updateOne(room, { $push: { books: book } }, { upsert: true });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
