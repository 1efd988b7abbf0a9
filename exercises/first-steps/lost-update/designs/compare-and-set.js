// Writes only if the number is still the one that was read, and tries again otherwise.
// wins: When the new value is computed by rules that no operator knows.
// stars: none

function setup(db, rows) {
  db.shelf.insertMany(rows.shelf);
}

// Changes the number by so many; false if it would fall below 0 or the book is unknown.
function change(db, book, by) {
  for (;;) {
    const shelf = db.shelf.findOne({ _id: book });
    if (!shelf || shelf.copies + by < 0) return false;
    const filter = { _id: book, copies: shelf.copies };
    if (db.shelf.updateOne(filter, { $set: { copies: shelf.copies + by } }).modifiedCount === 1) return true;
  }
}

function putBack(db, book) {
  change(db, book, 1);
}

function takeOut(db, book) {
  return change(db, book, -1);
}
