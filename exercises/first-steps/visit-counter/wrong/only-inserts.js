// fails: history
// says: E11000
// from: upsert.js
// Inserts a counter for each visit.

function visit(db, page) {
  db.pages.insertOne({ _id: page, visits: 1 });
}
