// fails: history
// says: worn` is
// from: a-copied-bonus.js
// `$[]` means all items of a character who has one of the kind.

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
  db.characters.updateMany({ "items.kind": kind }, { $set: { "items.$[].bonus": bonus } });
}
