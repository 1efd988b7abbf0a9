// Names the fields that change, with one operator each.
// wins: Always, when the new values are known.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function lend(db, id, reader) {
  db.books.updateOne({ _id: id }, { $set: { available: false, reader } });
}

function giveBack(db, id) {
  db.books.updateOne({ _id: id }, { $set: { available: true }, $unset: { reader: "" } });
}
