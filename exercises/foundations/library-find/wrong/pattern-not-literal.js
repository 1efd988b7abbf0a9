// fails: booksStarting
// says: booksStarting
// from: operators.js
// Uses the prefix as a pattern as it is.

const booksStarting = (db, prefix) => db.books.find({ title: new RegExp(`^${prefix}`) });
