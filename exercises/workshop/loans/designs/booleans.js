// Two booleans, pending and approved; both are in every filter, and a refused request is deleted.
// wins: When the two flags are there already and refused requests need not be remembered.

const WEEK = 7 * 24 * 3600 * 1000;

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ pending: 1, approved: 1, priority: -1, created: 1 });
  db.loans.createIndex(
    { borrower: 1, book: 1 },
    { unique: true, partialFilterExpression: { approved: false } },
  );
  db.loans.insertMany(rows.requests.map((request) => ({ ...request, pending: false, approved: false })));
}

function requestLoan(db, borrower, book, priority) {
  try {
    db.loans.insertOne({ borrower, book, priority, created: new Date(), pending: false, approved: false });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function nextRequest(db, clerk) {
  const taken = db.loans.findAndModify({
    query: { pending: false, approved: false },
    sort: { priority: -1, created: 1 },
    update: { $set: { pending: true, clerk, started: new Date() } },
    new: true,
  });
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}

function onDesk(id, clerk) {
  return { _id: id, pending: true, clerk, started: { $gt: new Date(Date.now() - WEEK) } };
}

function approve(db, id, clerk) {
  const result = db.loans.updateOne(onDesk(id, clerk), { $set: { pending: false, approved: true } });
  return result.modifiedCount === 1;
}

function refuse(db, id, clerk) {
  return db.loans.deleteOne(onDesk(id, clerk)).deletedCount === 1;
}

function expireStale(db) {
  db.loans.updateMany(
    { pending: true, started: { $lte: new Date(Date.now() - WEEK) } },
    { $set: { pending: false }, $unset: { clerk: 1, started: 1 } },
  );
}
