// fails: markBook
// says: `marks` of the document with _id 1 after markBook(db, 1, 4)
// from: operators.js
// Sets the mark, and the earlier marks are gone.

const markBook = (db, id, mark) => void db.books.updateOne({ _id: id }, { $set: { marks: mark } });
