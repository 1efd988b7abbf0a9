// fails: shortOrFree
// says: does not find
// from: operators.js
// Two fields in one filter must both match.

const shortOrFree = (db, pages) => db.books.find({ pages: { $lt: pages }, available: true });
