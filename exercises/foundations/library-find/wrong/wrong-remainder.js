// fails: booksWithPages
// says: does not find
// from: operators.js
// Asks for another remainder.

const booksWithPages = (db, divisor) => db.books.find({ pages: { $mod: [divisor, 1] } });
