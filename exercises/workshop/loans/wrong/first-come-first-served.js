// fails: history
// says: promised { id: an id
// from: state.js
// Hands out the request that has waited longest, whatever its priority.

function nextRequest(db, clerk) {
  const taken = db.loans.findOneAndUpdate(
    { state: "waiting" },
    { $set: { state: "started", clerk, started: new Date() } },
    { sort: { created: 1 }, returnDocument: "after" },
  );
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}
