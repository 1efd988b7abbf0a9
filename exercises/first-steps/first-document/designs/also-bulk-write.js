// Sends a list of writes that holds one insertion.
// stars: none

function setup(db, rows) {}

function addBook(db, title, pages) {
  db.books.bulkWrite([{ insertOne: { document: { title, pages } } }]);
}
