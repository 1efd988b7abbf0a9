// fails: addPages
// says: addPages(db, 4000, 12) made a new document
// from: operators.js
// With an upsert an unknown book becomes known.

const addPages = (db, id, n) => void db.books.updateOne({ _id: id }, { $inc: { pages: n } }, { upsert: true });
