// fails: stored
// says: it has no `pages`
// from: insert-one.js
// Stores the title only.

function addBook(db, title, pages) {
  db.books.insertOne({ title });
}
