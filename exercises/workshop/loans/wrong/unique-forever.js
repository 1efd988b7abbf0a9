// fails: history
// says: returned false, promised true
// from: state.js
// A unique index over all requests, decided ones included.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ state: 1, priority: -1, created: 1 });
  db.loans.createIndex(
    { borrower: 1, book: 1 },
    { unique: true },
  );
  db.loans.insertMany(rows.requests.map((request) => ({ ...request, state: "waiting" })));
}
