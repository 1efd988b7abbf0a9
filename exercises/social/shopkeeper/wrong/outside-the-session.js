// fails: history
// says: purse(db
// from: a-transaction.js
// Takes the gold outside of the session: when the transaction is aborted, the gold is gone.

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper) return "gone";
  const session = db.getMongo().startSession();
  const { people, things } = session.getDatabase(db.getName());
  try {
    const known = db.people.findOne({ _id: buyer });
    if (db.people.updateOne({ _id: buyer, gold: { $gte: price } }, { $inc: { gold: -price } }).modifiedCount === 0) {
      return known && db.things.findOne({ _id: thing, owner: keeper, price }) ? "poor" : "gone";
    }
    session.startTransaction();
    if (things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer } }).modifiedCount === 0) {
      session.abortTransaction();
      return "gone";
    }
    people.updateOne({ _id: keeper }, { $inc: { gold: price } });
    session.commitTransaction();
    return "sold";
  } finally {
    session.endSession();
  }
}
