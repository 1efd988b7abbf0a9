// fails: history
// says: returned 'sold', promised 'poor'
// from: a-transaction.js
// Takes the gold without asking whether it is there.

function attempt(db, buyer, keeper, thing, price) {
  const session = db.getMongo().startSession();
  const { people, things } = session.getDatabase(db.getName());
  try {
    session.startTransaction();
    const claimed = things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer } }).modifiedCount === 1;
    if (!claimed || people.updateOne({ _id: buyer }, { $inc: { gold: -price } }).modifiedCount === 0) {
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
