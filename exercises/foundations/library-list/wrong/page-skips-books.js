// fails: titlePage
// says: titlePage(db, 1, 10)
// from: cursors.js
// Skips n books in place of n pages.

const titlePage = (db, n, size) => db.books.find({}, { title: 1 }).sort({ title: 1, _id: 1 }).skip(n).limit(size);
