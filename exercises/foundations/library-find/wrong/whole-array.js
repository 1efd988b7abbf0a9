// fails: booksAbout
// says: does not find
// from: operators.js
// Compares the whole array with a list of one.

const booksAbout = (db, subject) => db.books.find({ subjects: [subject] });
