// fails: history
// says: ) returned true, promised false
// from: operators.js
// Takes the answer "the command was received" for "a book was deleted".

const removeBook = (db, id) => db.books.deleteOne({ _id: id }).acknowledged;
