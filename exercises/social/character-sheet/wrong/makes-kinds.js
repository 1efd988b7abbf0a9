// fails: history
// says: kind: 'no such kind'
// from: d-items-apart.js
// A bonus for an unknown kind makes a kind without a name, which characters can then be given.

function rebalance(db, kind, bonus) {
  db.kinds.updateOne({ _id: kind }, { $set: { bonus } }, { upsert: true });
}
