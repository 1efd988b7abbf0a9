// fails: crashes
// says: the client died in transfer
// Gives before it takes, and takes back what cannot be paid.

function setup(db, rows) { db.accounts.insertMany(rows.accounts); }
function transfer(db, src, dst, amt) {
  if (src === dst || amt <= 0) return false;
  if (db.accounts.updateOne({ _id: dst }, { $inc: { balance: amt } }).matchedCount === 0) return false;
  if (db.accounts.updateOne({ _id: src, balance: { $gte: amt } }, { $inc: { balance: -amt } }).matchedCount === 0) { db.accounts.updateOne({ _id: dst }, { $inc: { balance: -amt } }); return false; }
  return true;
}
function cleanup(db) {}
function balance(db, id) { return db.accounts.findOne({ _id: id }).balance; }
