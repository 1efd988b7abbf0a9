// fails: crashes
// says: the client died in transfer
// from: two-phase.js
// Gives the money without asking whether it was given.

function give(db, { _id, src, dst, amt }) {
  db.accounts.updateOne({ _id: dst }, { $inc: { balance: amt }, $push: { given: _id } });
  db.accounts.updateOne({ _id: src }, { $pull: { taken: _id } });
  db.transfers.updateOne({ _id, state: "commit" }, { $set: { state: "done" } });
}
