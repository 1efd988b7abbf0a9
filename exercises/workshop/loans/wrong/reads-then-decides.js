// fails: rival-late
// says: the request lapsed and went to bob while ada decided
// from: state.js
// Looks whether the request is the clerk's, and then writes the decision without asking again.

function decide(db, id, clerk, state) {
  const found = db.loans.findOne({ _id: id });
  const own = found && found.state === "started" && found.clerk === clerk && Date.now() - found.started < WEEK;
  return Boolean(own) && db.loans.updateOne({ _id: id }, { $set: { state } }).matchedCount === 1;
}
