// fails: rivals
// says: returned true, promised false
// from: state.js
// The write names clerk and time; whether the request is still undecided was read before.

function decide(db, id, clerk, state) {
  if (db.loans.findOne({ _id: id })?.state !== "started") return false;
  const live = { _id: id, clerk, started: { $gt: new Date(Date.now() - WEEK) } };
  return db.loans.updateOne(live, { $set: { state } }).matchedCount === 1;
}
