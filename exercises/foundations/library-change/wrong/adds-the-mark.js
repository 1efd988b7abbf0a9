// fails: markBook
// says: `marks` of the document with _id 1 after markBook(db, 1, 5)
// from: operators.js
// Adds the mark as a number; a bit that is set twice becomes another.

const markBook = (db, id, mark) => void db.books.updateOne({ _id: id }, { $inc: { marks: mark } });
