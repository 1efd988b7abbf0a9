// fails: history
// says: has 1 element, promised 2
// Replaces an equal book, so that a second copy is not stored.

function addBook(db, title, pages) {
  db.books.replaceOne({ title, pages }, { title, pages }, { upsert: true });
}

function setup(db, rows) {}
