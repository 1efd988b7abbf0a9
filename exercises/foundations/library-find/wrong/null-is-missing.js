// fails: booksWithoutLanguage
// says: language: null
// from: operators.js
// Equality with null also finds the books whose language is null.

const booksWithoutLanguage = (db) => db.books.find({ language: null });
