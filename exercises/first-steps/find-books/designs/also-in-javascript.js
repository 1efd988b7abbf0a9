// Reads every book and chooses in the program: the Cost tab shows how much comes over the wire.
// stars: none

function setup(db, rows) {
  db.books.insertMany(rows.books);
}

function byTitle(db, title) {
  return db.books.find().toArray().find((book) => book.title === title) ?? null;
}

function longBooks(db, pages) {
  return db.books.find().toArray().filter((book) => book.pages >= pages).sort((a, b) => b.pages - a.pages);
}
