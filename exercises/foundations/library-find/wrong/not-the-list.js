// fails: booksNotBy
// says: also finds
// from: operators.js
// Every number differs from a list.

const booksNotBy = (db, authors) => db.books.find({ author: { $ne: authors } });
