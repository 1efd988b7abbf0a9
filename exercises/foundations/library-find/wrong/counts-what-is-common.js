// fails: booksAboutAll
// says: does not find
// from: operators.js
// Counts the common subjects and expects as many as the list has. The list may name a subject twice.

const booksAboutAll = (db, subjects) =>
  db.books.find({ $expr: { $eq: [{ $size: { $setIntersection: ["$subjects", subjects] } }, subjects.length] } });
