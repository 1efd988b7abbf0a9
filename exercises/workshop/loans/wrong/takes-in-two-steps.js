// fails: claim-cost
// says: round trips
// from: state.js
// Takes a request first and notes the time in a second write: without it, the request never lapses.

function nextRequest(db, clerk) {
  const taken = db.loans.findOneAndUpdate(
    { state: "waiting" },
    { $set: { state: "started", clerk }, $unset: { started: 1 } },
    { sort: { priority: -1, created: 1 } },
  );
  if (!taken) return null;
  db.loans.updateOne({ _id: taken._id }, { $set: { started: new Date() } });
  return { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}
