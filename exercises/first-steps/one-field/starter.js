// A book is lent. Change two fields, and leave the others as they are.

function lend(db, id, reader) {
  // The title is gone after this.
  db.books.replaceOne({ _id: id }, { available: false, reader });
}

// Given: this one is done.
function giveBack(db, id) {
  db.books.updateOne({ _id: id }, { $set: { available: true }, $unset: { reader: "" } });
}

// Given: stores the books.
function setup(db, rows) {
  db.books.insertMany(rows.books);
}

// Run shows what this changes.
lend(db, 7, "ann");
db.books.findOne({ _id: 7 });
