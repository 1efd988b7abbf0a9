// fails: titlePage
// says: titlePage(db
// from: cursors.js
// Leaves books of the same title in any order.

const titlePage = (db, n, size) => db.books.find({}, { title: 1 }).sort({ title: 1 }).skip(n * size).limit(size);
