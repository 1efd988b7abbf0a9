// fails: rival-duplicate
// says: arrived twice at the same moment
// Looks for an open request before inserting, with no unique index.

const WEEK = 7 * 24 * 3600 * 1000;

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
