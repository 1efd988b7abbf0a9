// fails: history
// says: returned true, promised false
// from: state.js
// Compares clerks whatever the case of their letters, and with their names as patterns.

function decide(db, id, clerk, state) {
  const live = { _id: id, state: "started", clerk: new RegExp(`^${clerk}$`, "i"), started: { $gt: new Date(Date.now() - WEEK) } };
  return db.loans.updateOne(live, { $set: { state } }).modifiedCount === 1;
}
