// fails: history
// says: recommend failed: MongoServerE
// from: array-alone.js
// An upsert whose guard fails inserts, and meets the _id that is there.

function recommend(db, user, book) {
  const room = { _id: user, books: { $ne: book }, "books.9": { $exists: false } };
  const result = db.users.updateOne(room, { $push: { books: book } }, { upsert: true });
  return result.modifiedCount === 1 || result.upsertedCount === 1;
}
