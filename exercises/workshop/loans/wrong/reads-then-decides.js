// fails: rival-late
// says: the request lapsed and went to bob while ada decided
// from: state.js
// The write asks whether the request is undecided; whose desk it is on was read before.

function decide(db, id, clerk, state) {
  const found = db.loans.findOne({ _id: id });
  const own = found && found.state === "started" && found.clerk === clerk && Date.now() - found.started < WEEK;
  return Boolean(own) && db.loans.updateOne({ _id: id, state: "started" }, { $set: { state } }).matchedCount === 1;
}
