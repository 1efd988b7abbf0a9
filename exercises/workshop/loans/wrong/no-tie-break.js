// fails: oldest-first
// says: which is older
// from: state.js
// Sorts by priority alone.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ state: 1, priority: -1 });
  db.loans.createIndex(
    { borrower: 1, book: 1 },
    { unique: true, partialFilterExpression: { state: { $in: ["waiting", "started"] } } },
  );
  db.loans.insertMany(rows.requests.map((request) => ({ ...request, state: "waiting" })));
}

function nextRequest(db, clerk) {
  const taken = db.loans.findOneAndUpdate(
    { state: "waiting" },
    { $set: { state: "started", clerk, started: new Date() } },
    { sort: { priority: -1 }, returnDocument: "after" },
  );
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}
