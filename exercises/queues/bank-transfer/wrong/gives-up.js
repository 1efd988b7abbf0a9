// fails: rival
// says: there was enough for both
// Takes a conflict with another transaction for a refusal.

function setup(db, rows) {
  db.accounts.insertMany(rows.accounts);
}

function transfer(db, src, dst, amt) {
  if (src === dst || amt <= 0) return false;
  const session = db.getMongo().startSession();
  const { accounts } = session.getDatabase(db.getName());
  session.startTransaction();
  try {
    const taken = accounts.updateOne({ _id: src, balance: { $gte: amt } }, { $inc: { balance: -amt } }).matchedCount;
    const given = accounts.updateOne({ _id: dst }, { $inc: { balance: amt } }).matchedCount;
    if (taken + given < 2) throw new Error("it cannot be paid");
    session.commitTransaction();
    return true;
  } catch (error) {
    session.abortTransaction();
    return false;
  } finally {
    session.endSession();
  }
}

function cleanup(db) {}

function balance(db, id) {
  return db.accounts.findOne({ _id: id }).balance;
}
