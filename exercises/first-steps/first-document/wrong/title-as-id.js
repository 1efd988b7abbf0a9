// fails: history
// says: E11000
// from: insert-one.js
// Takes the title as the _id, which is unique.

function addBook(db, title, pages) {
  db.books.insertOne({ _id: title, title, pages });
}
