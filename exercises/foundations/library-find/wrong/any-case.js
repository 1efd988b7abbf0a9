// fails: authorsNamed
// says: also finds "smith"
// from: operators.js
// Searches within the name, whatever the case.

const authorsNamed = (db, lastName) => db.authors.find({ last_name: new RegExp(lastName, "i") });
