// fails: lapse
// says: in another order
// from: state.js
// Puts a lapsed request at the end of the line.

function expireStale(db) {
  db.loans.updateMany(
    { state: "started", started: { $lte: new Date(Date.now() - WEEK) } },
    { $set: { state: "waiting", created: new Date() }, $unset: { clerk: 1, started: 1 } },
  );
}
