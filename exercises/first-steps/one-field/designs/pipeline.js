// The same as a pipeline; a string there may name a field, so the reader is marked as literal.
// wins: When a new value is computed from other fields of the document.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function lend(db, id, reader) {
  db.books.updateOne({ _id: id }, [{ $set: { available: false, reader: { $literal: reader } } }]);
}

function giveBack(db, id) {
  db.books.updateOne({ _id: id }, [{ $set: { available: true } }, { $unset: "reader" }]);
}
