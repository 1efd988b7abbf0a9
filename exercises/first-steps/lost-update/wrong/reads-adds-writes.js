// fails: two-returns
// says: two came back at the same moment, and the shelf has 5, not 6
// from: inc.js
// Reads the number and writes the next one.

function putBack(db, book) {
  const shelf = db.shelf.findOne({ _id: book });
  if (shelf) db.shelf.updateOne({ _id: book }, { $set: { copies: shelf.copies + 1 } });
}
