// fails: addSubjects
// says: `subjects` of the document with _id 1 after addSubjects
// from: operators.js
// Appends only the subjects that the book lacks.

const addSubjects = (db, id, subjects) =>
  void db.books.updateOne({ _id: id }, { $addToSet: { subjects: { $each: subjects } } });
