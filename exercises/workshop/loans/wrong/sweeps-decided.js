// fails: decided
// says: was decided and handed out again
// from: state.js
// Frees whatever was taken long ago, decided or not.

function expireStale(db) {
  db.loans.updateMany(
    { started: { $lte: new Date(Date.now() - WEEK) } },
    { $set: { state: "waiting" }, $unset: { clerk: 1, started: 1 } },
  );
}
