// fails: examinedAbout
// says: without an index on subjects
// from: cursors.js
// Says how many index keys were examined.

const examinedAbout = (db, subject) =>
  db.books.find({ subjects: subject }).explain("executionStats").executionStats.totalKeysExamined;
