// fails: addSubjects
// says: `subjects` of the document with _id 1 after addSubjects
// from: operators.js
// Appends the list as one element.

const addSubjects = (db, id, subjects) => void db.books.updateOne({ _id: id }, { $push: { subjects } });
