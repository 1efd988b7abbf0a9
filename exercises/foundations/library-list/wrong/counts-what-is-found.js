// fails: examinedAbout
// says: without an index on subjects
// from: cursors.js
// Says how many books were found.

const examinedAbout = (db, subject) =>
  db.books.find({ subjects: subject }).explain("executionStats").executionStats.nReturned;
