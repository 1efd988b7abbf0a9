// fails: rival-duplicate
// says: arrived twice at the same moment
// from: state.js
// Looks for an open request before inserting, with no unique index.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ state: 1, priority: -1, created: 1 });
  db.loans.insertMany(rows.requests.map((request) => ({ ...request, state: "waiting" })));
}

function requestLoan(db, borrower, book, priority) {
  if (db.loans.findOne({ borrower, book, state: { $in: ["waiting", "started"] } })) return false;
  db.loans.insertOne({ borrower, book, priority, created: new Date(), state: "waiting" });
  return true;
}
