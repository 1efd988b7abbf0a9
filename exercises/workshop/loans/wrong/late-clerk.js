// fails: late-decision
// says: after the start returned true
// from: state.js
// Checks state and clerk, and not how long ago the decision was started.

function decide(db, id, clerk, state) {
  const live = { _id: id, state: "started", clerk };
  return db.loans.updateOne(live, { $set: { state } }).modifiedCount === 1;
}
