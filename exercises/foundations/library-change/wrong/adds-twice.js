// fails: tagSubject
// says: `subjects` of the document with _id 1 after tagSubject
// from: operators.js
// Appends without asking whether the book has the subject.

const tagSubject = (db, id, subject) => void db.books.updateOne({ _id: id }, { $push: { subjects: subject } });
