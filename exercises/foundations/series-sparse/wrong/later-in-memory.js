// fails: cost-later
// says: laterVolumes returned
// from: sparse.js
// Takes all books and picks the later volumes in JavaScript.

function laterVolumes(db, n) {
  return db.books.find().toArray().filter((book) => book.volume > n);
}
