// fails: allTitles
// says: missing
// from: cursors.js
// Lists each title once.

const allTitles = (db) => db.books.distinct("title");
