// Stores a list of documents that happens to have one element.
// wins: When several documents are to be stored: a list of a hundred is one round trip as well.
// stars: none

function setup(db, rows) {}

function addBook(db, title, pages) {
  db.books.insertMany([{ title, pages }]);
}
