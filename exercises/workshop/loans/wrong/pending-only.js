// fails: history
// says: promised { id: an id
// from: booleans.js
// The filter of the claim tests only pending, so approved requests come round again.

function setup(db, rows) {
  db.books.insertMany(rows.books);
  db.loans.createIndex({ pending: 1, priority: -1, created: 1 });
  db.loans.createIndex(
    { borrower: 1, book: 1 },
    { unique: true, partialFilterExpression: { approved: false } },
  );
  db.loans.insertMany(rows.requests.map((request) => ({ ...request, pending: false, approved: false })));
}

function nextRequest(db, clerk) {
  const taken = db.loans.findAndModify({
    query: { pending: false },
    sort: { priority: -1, created: 1 },
    update: { $set: { pending: true, clerk, started: new Date() } },
    new: true,
  });
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}
