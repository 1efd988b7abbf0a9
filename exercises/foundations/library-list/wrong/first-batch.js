// fails: allTitles
// says: missing
// from: cursors.js
// Returns the first batch.

const allTitles = (db, size) => db.books.find().limit(size).toArray().map(({ title }) => title);
