// fails: history
// says: label` is
// from: a-copied-bonus.js
// `updateOne` changes one character's copies.

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
  db.characters.updateOne({ "items.kind": kind }, { $set: { "items.$[one].bonus": bonus } }, { arrayFilters: [{ "one.kind": kind }] });
}
