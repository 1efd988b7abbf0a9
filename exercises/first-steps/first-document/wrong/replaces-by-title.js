// fails: history
// says: db.books.find(): has 1 element, promised 2
// from: insert-one.js
// Replaces the book that has this title.

function addBook(db, title, pages) {
  db.books.replaceOne({ title }, { title, pages }, { upsert: true });
}
