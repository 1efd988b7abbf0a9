// fails: rival-sweep
// says: then chen was given it, too
// from: state.js
// Looks for lapsed requests and frees each by its _id, whatever has become of it since.

function expireStale(db) {
  const late = { state: "started", started: { $lte: new Date(Date.now() - WEEK) } };
  for (const { _id } of db.loans.find(late).toArray()) {
    db.loans.updateOne({ _id }, { $set: { state: "waiting" }, $unset: { clerk: 1, started: 1 } });
  }
}
