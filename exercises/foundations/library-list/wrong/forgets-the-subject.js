// fails: booksByIndex
// says: not expected
// from: cursors.js
// Reads whatever the index leads to.

const booksByIndex = (db, subject, index) => db.books.find().hint(index);
