// fails: same-title
// says: two books of one title were added, and there is one document
// from: insert-one.js
// Replaces the book that has this title.

function addBook(db, title, pages) {
  db.books.replaceOne({ title }, { title, pages }, { upsert: true });
}
