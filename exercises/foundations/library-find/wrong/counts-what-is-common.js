// fails: booksAboutAll
// says: does not find
// from: operators.js
// Compares the number of common subjects with the length of the list, in which a subject may appear twice.

const booksAboutAll = (db, subjects) =>
  db.books.find({ $expr: { $eq: [{ $size: { $setIntersection: ["$subjects", subjects] } }, subjects.length] } });
