// fails: shortOrFree
// says: also finds
// from: operators.js
// Includes the books that have just as many pages.

const shortOrFree = (db, pages) => db.books.find({ $or: [{ pages: { $lte: pages } }, { available: true }] });
