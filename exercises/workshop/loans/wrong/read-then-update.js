// fails: rivals
// says: at the same moment
// from: state.js
// Finds the request, then takes it in a second step.

function nextRequest(db, clerk) {
  const taken = db.loans.find({ state: "waiting" }).sort({ priority: -1, created: 1 }).limit(1).toArray()[0] ?? null;
  if (taken) {
    db.loans.updateOne({ _id: taken._id }, { $set: { state: "started", clerk, started: new Date() } });
  }
  return taken && { id: taken._id, borrower: taken.borrower, book: taken.book, priority: taken.priority };
}
