// fails: history
// says: nextRequest(db
// from: state.js
// Frees whatever was taken long ago, decided or not.

function expireStale(db) {
  db.loans.updateMany(
    { started: { $lte: new Date(Date.now() - WEEK) } },
    { $set: { state: "waiting" }, $unset: { clerk: 1, started: 1 } },
  );
}
