// fails: crashes
// says: the client died in transfer
// from: transaction.js
// Takes the money from one account and gives it to the other, and trusts that nobody dies in between.

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0) || !db.accounts.findOne({ _id: dst })) return false;
  const taken = db.accounts.updateOne({ _id: src, balance: { $gte: amt } }, { $inc: { balance: -amt } });
  if (taken.modifiedCount === 0) return false;
  db.accounts.updateOne({ _id: dst }, { $inc: { balance: amt } });
  return true;
}

function cleanup(db) {}
