// fails: booksAboutAll
// says: does not find
// from: operators.js
// Finds the books that have exactly these subjects in this order.

const booksAboutAll = (db, subjects) => db.books.find({ subjects });
