// fails: history
// says: balance(db
// Returns from the transaction when the receiver does not exist, which commits what was taken.

function setup(db, rows) {
  db.accounts.insertMany(rows.accounts);
}

function transfer(db, src, dst, amt) {
  if (src === dst || amt <= 0) return false;
  const session = db.getMongo().startSession();
  let moved = false;
  session.withTransaction(() => {
    const { accounts } = session.getDatabase(db.getName());
    const taken = accounts.updateOne({ _id: src, balance: { $gte: amt } }, { $inc: { balance: -amt } });
    if (taken.modifiedCount === 0) return;
    moved = accounts.updateOne({ _id: dst }, { $inc: { balance: amt } }).modifiedCount === 1;
  });
  session.endSession();
  return moved;
}

function cleanup(db) {}

function balance(db, id) {
  return db.accounts.findOne({ _id: id }).balance;
}
