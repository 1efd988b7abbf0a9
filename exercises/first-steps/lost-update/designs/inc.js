// The server does the sum; the filter holds the condition.
// wins: Always, when an operator can express the change.
// stars: few-trips

function setup(db, rows) {
  db.shelf.insertMany(rows.shelf);
}

function putBack(db, book) {
  db.shelf.updateOne({ _id: book }, { $inc: { copies: 1 } });
}

function takeOut(db, book) {
  return db.shelf.updateOne({ _id: book, copies: { $gt: 0 } }, { $inc: { copies: -1 } }).modifiedCount === 1;
}
