// fails: lapse
// says: requests were on desks for seven days
// from: state.js
// Sweeps with a single-document update.

function expireStale(db) {
  db.loans.updateOne(
    { state: "started", started: { $lte: new Date(Date.now() - WEEK) } },
    { $set: { state: "waiting" }, $unset: { clerk: 1, started: 1 } },
  );
}
