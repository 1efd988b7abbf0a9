// fails: return-and-loan
// says: one came back while one went out, and the shelf has
// from: inc.js
// Takes the last copies rightly, and overwrites a return in between.

function takeOut(db, book) {
  const shelf = db.shelf.findOne({ _id: book });
  if (!shelf || shelf.copies < 1) return false;
  const filter = { _id: book, copies: { $gte: shelf.copies } };
  return db.shelf.updateOne(filter, { $set: { copies: shelf.copies - 1 } }).modifiedCount === 1;
}
