// Stores one document with one call; the database makes its _id.
// wins: Always, for one document.
// stars: none

function setup(db, rows) {}

function addBook(db, title, pages) {
  db.books.insertOne({ title, pages });
}
