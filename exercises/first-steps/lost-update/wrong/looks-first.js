// fails: last-copy
// says: both were given it
// from: inc.js
// Looks whether a copy is there, and takes it in a second step.

function takeOut(db, book) {
  const shelf = db.shelf.findOne({ _id: book });
  if (!shelf || shelf.copies < 1) return false;
  db.shelf.updateOne({ _id: book }, { $inc: { copies: -1 } });
  return true;
}
