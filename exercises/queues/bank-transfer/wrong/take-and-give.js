// fails: crash
// says: all balances add up to
// Takes the money from one account and gives it to the other, and trusts that nobody dies in between.

function setup(db, rows) {
  db.accounts.insertMany(rows.accounts);
}

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0) || !db.accounts.findOne({ _id: dst })) return false;
  const taken = db.accounts.updateOne({ _id: src, balance: { $gte: amt } }, { $inc: { balance: -amt } });
  if (taken.modifiedCount === 0) return false;
  db.accounts.updateOne({ _id: dst }, { $inc: { balance: amt } });
  return true;
}

function cleanup(db) {}

function balance(db, id) {
  return db.accounts.findOne({ _id: id })?.balance ?? 0;
}
