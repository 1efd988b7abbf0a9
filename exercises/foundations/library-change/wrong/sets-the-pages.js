// fails: addPages
// says: `pages` of the document with _id 1 after addPages
// from: operators.js
// Sets the number that should be added.

const addPages = (db, id, n) => void db.books.updateOne({ _id: id }, { $set: { pages: n } });
