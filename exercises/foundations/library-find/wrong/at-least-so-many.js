// fails: booksWithSubjects
// says: also finds
// from: operators.js
// Asks whether there is an n-th subject.

const booksWithSubjects = (db, n) => db.books.find({ [`subjects.${n - 1}`]: { $exists: n > 0 } });
