// fails: history
// says: promised { id: an id
// from: state.js
// Gives a clerk the request that is on their desk already.

function nextRequest(db, clerk) {
  const mine = db.loans.findOne({ state: "started", clerk });
  if (mine) return { id: mine._id, borrower: mine.borrower, book: mine.book, priority: mine.priority };
  const taken = db.loans.findOneAndUpdate(
    { state: "waiting" },
    { $set: { state: "started", clerk, started: new Date() } },
    { sort: { priority: -1, created: 1 }, returnDocument: "after" },
  );
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}
