// fails: none-there
// says: nobody was given it
// Takes a copy that is not there, and gives it back: meanwhile the shelf shows one too few.

function putBack(db, book) {
  db.shelf.updateOne({ _id: book }, { $inc: { copies: 1 } });
}

function takeOut(db, book) {
  const shelf = db.shelf.findOneAndUpdate({ _id: book }, { $inc: { copies: -1 } }, { returnDocument: "after" });
  if (!shelf) return false;
  if (shelf.copies >= 0) return true;
  putBack(db, book);
  return false;
}

function setup(db, rows) {
  db.shelf.insertMany(rows.shelf);
}
