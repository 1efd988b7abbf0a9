// fails: history
// says: returned true, promised false
// from: inc.js
// Creates a book that nobody knows.

function putBack(db, book) {
  db.shelf.updateOne({ _id: book }, { $inc: { copies: 1 } }, { upsert: true });
}
