// fails: history
// says: worn` is
// from: a-copied-bonus.js
// `$` means the first item that matched: the second sword keeps its bonus.

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } });
  db.characters.updateMany({ "items.kind": kind }, { $set: { "items.$.bonus": bonus } });
}
