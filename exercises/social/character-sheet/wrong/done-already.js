// fails: cut-off
// says: the client died in rebalance and it was called again
// from: a-copied-bonus.js
// Treats a kind that has the bonus as a finished call: the copies may be missing.

function rebalance(db, kind, bonus) {
  const { modifiedCount } = db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
  if (modifiedCount === 0) return;
  db.characters.updateMany({ "items.kind": kind }, { $set: { "items.$[one].bonus": bonus } }, { arrayFilters: [{ "one.kind": kind }] });
}
