// fails: rivals
// says: at the same moment
// from: array-alone.js
// Removes the book safely, but returns what it saw before.

function withdraw(db, user, book) {
  const recommended = db.users.countDocuments({ _id: user, books: book }) > 0;
  db.users.updateOne({ _id: user }, { $pull: { books: book } });
  return recommended;
}
