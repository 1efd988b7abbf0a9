// fails: titlePage
// says: titlePage(db, 1, 10)
// from: cursors.js
// Counts the pages from 1.

const titlePage = (db, n, size) =>
  db.books.find({}, { title: 1 }).sort({ title: 1, _id: 1 }).skip(Math.max(0, n - 1) * size).limit(size);
