// Borrower and book are the _id, which is unique by nature; a new request revives the decided one.
// wins: When only the latest request of a borrower for a book matters, and history does not.

const WEEK = 7 * 24 * 3600 * 1000;

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ state: 1, priority: -1, created: 1 });
  db.loans.insertMany(
    rows.requests.map(({ borrower, book, priority, created }) => ({
      _id: { borrower, book },
      state: "waiting",
      priority,
      created,
    })),
  );
}

function requestLoan(db, borrower, book, priority) {
  try {
    db.loans.updateOne(
      { _id: { borrower, book }, state: { $in: ["approved", "refused"] } },
      { $set: { state: "waiting", priority, created: new Date() } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // An open request does not match, so the upsert tries to insert a second one.
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
  return taken && { id: taken._id, borrower: taken._id.borrower, book: taken._id.book, priority: taken.priority };
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
