// The titles of a reading list, one question for each book. It is right: press Check, then win the star.

function titles(db, ids) {
  const found = [];
  for (const id of ids) {
    const book = db.books.findOne({ _id: id });
    if (book) found.push(book.title);
  }
  return found;
}

// Given: stores the books.
function setup(db, rows) {
  db.books.insertMany(rows.books);
}

// Run shows a list of thirty; the Cost tab counts its trips.
titles(db, Array.from({ length: 30 }, (_, i) => 30 - i));
