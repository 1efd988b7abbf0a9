// fails: rivals
// says: at the same moment
// from: array-alone.js
// Counts, and pushes in a second step.

function recommend(db, user, book) {
  const books = db.users.findOne({ _id: user })?.books ?? [];
  if (books.length >= 10 || books.includes(book)) return false;
  db.users.updateOne({ _id: user }, { $push: { books: book } }, { upsert: true });
  return true;
}
