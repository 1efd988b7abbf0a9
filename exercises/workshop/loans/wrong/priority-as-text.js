// fails: by-priority
// says: the priority with which
// Stores the priority as a text, as a form sends it, and hands it out like that.

const WEEK = 7 * 24 * 3600 * 1000;

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

function nextRequest(db, clerk) {
  const taken = db.loans.findOneAndUpdate(
    { state: "waiting" },
    { $set: { state: "started", clerk, started: new Date() } },
    { sort: { priority: -1, created: 1 }, returnDocument: "after" },
  );
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}

function decide(db, id, clerk, state) {
  const live = { _id: id, state: "started", clerk, started: { $gt: new Date(Date.now() - WEEK) } };
  return db.loans.updateOne(live, { $set: { state } }).modifiedCount === 1;
}

function approve(db, id, clerk) {
  return decide(db, id, clerk, "approved");
}

function refuse(db, id, clerk) {
  return decide(db, id, clerk, "refused");
}

function expireStale(db) {
  db.loans.updateMany(
    { state: "started", started: { $lte: new Date(Date.now() - WEEK) } },
    { $set: { state: "waiting" }, $unset: { clerk: 1, started: 1 } },
  );
}
