// fails: history
// says: in `subjects`, promised
// from: operators.js
// Takes two subjects for the same if only capitals differ.

const tagSubject = (db, id, subject) => {
  const book = db.books.findOne({ _id: id });
  const known = book?.subjects.some((one) => one.toLowerCase() === subject.toLowerCase());
  if (book && !known) db.books.updateOne({ _id: id }, { $push: { subjects: subject } });
};
