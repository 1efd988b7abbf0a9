// fails: stored
// says: stored the title "Test", given "The Great Gatsby"
// from: insert-one.js
// Stores the same title every time.

function addBook(db, title, pages) {
  db.books.insertOne({ title: "Test", pages });
}
