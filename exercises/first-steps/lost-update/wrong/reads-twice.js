// fails: two-returns
// says: and the shelf has 5, not 6
// from: inc.js
// Reads once more before writing: the other clerk comes after the second read.

function putBack(db, book) {
  const shelf = db.shelf.findOne({ _id: book });
  if (!shelf) return;
  const again = db.shelf.findOne({ _id: book });
  db.shelf.updateOne({ _id: book }, { $set: { copies: Math.max(shelf.copies, again.copies) + 1 } });
}
