// fails: booksInLanguages
// says: does not find
// from: operators.js
// Compares the language with the whole list.

const booksInLanguages = (db, languages) => db.books.find({ language: languages });
