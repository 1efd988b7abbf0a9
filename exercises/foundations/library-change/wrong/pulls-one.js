// fails: removeSubjects
// says: `subjects` of the document with
// from: operators.js
// Removes the first of several subjects.

const removeSubjects = (db, id, subjects) => void db.books.updateOne({ _id: id }, { $pull: { subjects: subjects[0] } });
