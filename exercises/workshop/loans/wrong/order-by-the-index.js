// fails: oldest-first
// says: with all indexes dropped
// from: state.js
// Sorts by priority alone; among equals the index happens to know the oldest.

function nextRequest(db, clerk) {
  const taken = db.loans.findOneAndUpdate(
    { state: "waiting" },
    { $set: { state: "started", clerk, started: new Date() } },
    { sort: { priority: -1 }, returnDocument: "after" },
  );
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}
