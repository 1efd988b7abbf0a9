// fails: history
// says: promised { id: an id
// from: state.js
// Stores the priority as a text, as a form sends it, and hands it out like that.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ state: 1, priority: -1, created: 1 });
  db.loans.createIndex(
    { borrower: 1, book: 1 },
    { unique: true, partialFilterExpression: { state: { $in: ["waiting", "started"] } } },
  );
  db.loans.insertMany(rows.requests.map((request) => ({ ...request, priority: String(request.priority), state: "waiting" })));
}

function requestLoan(db, borrower, book, priority) {
  try {
    db.loans.insertOne({ borrower, book, priority: String(priority), created: new Date(), state: "waiting" });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
