// fails: booksPrintedIn
// says: does not find
// from: operators.js
// Compares the whole publisher with a document that has only a city.

const booksPrintedIn = (db, city) => db.books.find({ publisher: { city } });
