// fails: history
// says: label` is
// from: a-copied-bonus.js
// Changes the copies and forgets the kind: the next sword has the old bonus.

function rebalance(db, kind, bonus) {
  if (!db.kinds.findOne({ _id: kind })) return;
  db.characters.updateMany({ "items.kind": kind }, { $set: { "items.$[one].bonus": bonus } }, { arrayFilters: [{ "one.kind": kind }] });
}
