// Changes the book and returns it in the same step.
// wins: When the caller needs the book as it was, or as it is.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function lend(db, id, reader) {
  db.books.findOneAndUpdate({ _id: id }, { $set: { available: false, reader } });
}

function giveBack(db, id) {
  db.books.findOneAndUpdate({ _id: id }, { $set: { available: true }, $unset: { reader: 1 } });
}
