// fails: booksOfLength
// says: also finds
// from: operators.js
// Includes the upper end.

const booksOfLength = (db, from, to) => db.books.find({ pages: { $gte: from, $lte: to } });
