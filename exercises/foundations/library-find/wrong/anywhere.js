// fails: booksStarting
// says: also finds
// from: operators.js
// Finds the text anywhere in the title.

const booksStarting = (db, prefix) => db.books.find({ title: new RegExp(literally(prefix)) });
