// fails: hinted
// says: with the index by_title it is
// from: cursors.js
// Leaves the choice of the index to the planner.

const booksByIndex = (db, subject) => db.books.find({ subjects: subject });
