// fails: late-decision
// says: one second before the seven days were over returned false
// from: state.js
// Counts whole days and refuses on the seventh.

const DAY = 24 * 3600 * 1000;

function decide(db, id, clerk, state) {
  const live = { _id: id, state: "started", clerk, started: { $gt: new Date(Date.now() - WEEK + DAY) } };
  return db.loans.updateOne(live, { $set: { state } }).modifiedCount === 1;
}
