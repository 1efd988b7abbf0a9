// fails: setAvailable
// says: `title` of the document with _id 2 is gone
// from: operators.js
// Puts a document without operators in the place of the book.

const setAvailable = (db, id, available) => void db.books.replaceOne({ _id: id }, { available });
