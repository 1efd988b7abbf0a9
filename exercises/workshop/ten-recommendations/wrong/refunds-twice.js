// fails: history
// says: withdraw(db
// from: array-and-counter.js
// Gives a place back without asking whether there was anything to withdraw.

function withdraw(db, user, book) {
  const give = { $inc: { remaining: 1 }, $pull: { books: book } };
  return db.users.updateOne({ _id: user }, give).modifiedCount === 1;
}
