// fails: remove-book
// says: the _ids of the books after removeBook(db, 3)
// from: operators.js
// Deletes without saying which book.

const removeBook = (db, id) => (db.books.findOne({ _id: id }) ? db.books.deleteOne({}).deletedCount === 1 : false);
