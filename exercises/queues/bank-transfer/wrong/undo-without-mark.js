// fails: history
// says: balance(db
// from: two-phase.js
// Gives the money back without asking whether it was taken.

function giveBack(db, { _id, src, amt }) {
  db.accounts.updateOne({ _id: src }, { $inc: { balance: amt }, $pull: { taken: _id } });
}
