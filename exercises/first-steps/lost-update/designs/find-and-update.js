// The same filter, and the answer is the document as it was.
// wins: When the caller needs the number, too.
// stars: few-trips

function setup(db, rows) {
  db.shelf.insertMany(rows.shelf);
}

function putBack(db, book) {
  db.shelf.findOneAndUpdate({ _id: book }, { $inc: { copies: 1 } });
}

function takeOut(db, book) {
  return db.shelf.findOneAndUpdate({ _id: book, copies: { $gt: 0 } }, { $inc: { copies: -1 } }) !== null;
}
