// fails: stored
// says: and there is a collection `book`
// from: insert-one.js
// Writes to a collection of another name, which appears without an error.

function addBook(db, title, pages) {
  db.book.insertOne({ title, pages });
}
