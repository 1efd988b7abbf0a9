// fails: booksAboutAll
// says: also finds
// from: operators.js
// Takes one of the subjects for all of them.

const booksAboutAll = (db, subjects) => db.books.find({ subjects: { $in: subjects } });
