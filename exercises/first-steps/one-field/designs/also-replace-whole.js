// Reads the book, changes it in the program and writes all of it back, in two round trips.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function lend(db, id, reader) {
  const book = db.books.findOne({ _id: id });
  if (book) db.books.replaceOne({ _id: id }, { ...book, available: false, reader });
}

function giveBack(db, id) {
  const book = db.books.findOne({ _id: id });
  if (!book) return;
  delete book.reader;
  db.books.replaceOne({ _id: id }, { ...book, available: true });
}
