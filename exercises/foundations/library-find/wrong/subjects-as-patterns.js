// fails: booksAboutAll
// says: also finds
// from: operators.js
// Takes each subject for a pattern, which parts of others match, too.

function booksAboutAll(db, subjects) {
  return db.books.find({ subjects: { $all: subjects.map((subject) => new RegExp(subject)) } });
}
