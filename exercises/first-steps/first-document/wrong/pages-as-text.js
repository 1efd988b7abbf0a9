// fails: stored
// says: `pages` is the string "180", not a number
// from: insert-one.js
// Stores the number as text.

function addBook(db, title, pages) {
  db.books.insertOne({ title, pages: String(pages) });
}
