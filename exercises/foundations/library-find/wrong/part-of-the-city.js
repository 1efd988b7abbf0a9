// fails: booksPrintedIn
// says: also finds
// from: operators.js
// A pattern finds names within names.

const booksPrintedIn = (db, city) => db.books.find({ "publisher.city": new RegExp(city) });
