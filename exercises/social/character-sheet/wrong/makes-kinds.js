// fails: rebalanced
// says: which is no kind, and an item of it was given
// from: d-items-apart.js
// A bonus for an unknown kind makes a kind without a name, which characters can then be given.

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } }, { upsert: true });
}
