// fails: history
// says: After removeBook(db
// from: operators.js
// Deletes without saying which book.

const removeBook = (db, id) => (db.books.findOne({ _id: id }) ? db.books.deleteOne({}).deletedCount === 1 : false);
