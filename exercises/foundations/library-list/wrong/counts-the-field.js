// fails: countAvailable
// says: countAvailable(db)
// from: cursors.js
// Counts the books that have the field.

const countAvailable = (db) => db.books.countDocuments({ available: { $exists: true } });
