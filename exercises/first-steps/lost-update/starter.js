// The shelf's numbers. One clerk gets them right; press Check to see two.

function putBack(db, book) {
  const shelf = db.shelf.findOne({ _id: book });
  if (!shelf) return;
  db.shelf.updateOne({ _id: book }, { $set: { copies: shelf.copies + 1 } });
}

function takeOut(db, book) {
  const shelf = db.shelf.findOne({ _id: book });
  if (!shelf || shelf.copies === 0) return false;
  db.shelf.updateOne({ _id: book }, { $set: { copies: shelf.copies - 1 } });
  return true;
}

// Given: stores the shelf.
function setup(db, rows) {
  db.shelf.insertMany(rows.shelf);
}

// Run shows what one clerk changes.
putBack(db, "Emma");
takeOut(db, "Ulysses");
db.shelf.find({ _id: { $in: ["Emma", "Ulysses"] } });
