// fails: history
// says: returned true, promised false
// from: state.js
// Has an index on borrower and book, and nothing that refuses the second.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ state: 1, priority: -1, created: 1 });
  db.loans.createIndex(
    { borrower: 1, book: 1 },
    { partialFilterExpression: { state: { $in: ["waiting", "started"] } } },
  );
  db.loans.insertMany(rows.requests.map((request) => ({ ...request, state: "waiting" })));
}
