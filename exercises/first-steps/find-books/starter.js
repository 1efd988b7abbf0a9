// Which books are long enough for a holiday?

// Given: this one is done.
function byTitle(db, title) {
  return db.books.findOne({ title });
}

// At least so many pages, longest first. It still returns all books.
function longBooks(db, pages) {
  return db.books.find();
}

// Given: stores the books.
function setup(db, rows) {
  db.books.insertMany(rows.books);
}

// Run shows what this finds.
longBooks(db, 400);
