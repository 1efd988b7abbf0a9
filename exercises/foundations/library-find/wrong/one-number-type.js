// fails: booksWithNumericIsbn
// says: became an int
// from: operators.js
// Finds one of the four types of numbers.

const booksWithNumericIsbn = (db) => db.books.find({ isbn: { $type: "double" } });
