// fails: history
// says: recommend failed: MongoServerE
// from: array-alone.js
// $size compares with a number, not with a condition.

function recommend(db, user, book) {
  const room = { _id: user, books: { $ne: book, $size: { $lt: 10 } } };
  try {
    db.users.updateOne(room, { $push: { books: book } }, { upsert: true });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
