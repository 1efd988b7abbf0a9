// fails: one-clerk
// says: `takeOut` returned true
// from: inc.js
// Does not look at the result of the update.

function takeOut(db, book) {
  db.shelf.updateOne({ _id: book, copies: { $gt: 0 } }, { $inc: { copies: -1 } });
  return true;
}
