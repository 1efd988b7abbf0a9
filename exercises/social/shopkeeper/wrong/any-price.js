// fails: history
// says: returned 'sold', promised 'gone'
// from: a-transaction.js
// Does not ask whether the price is that on the tag.

function attempt(db, buyer, keeper, thing, price) {
  const session = db.getMongo().startSession();
  const { people, things } = session.getDatabase(db.getName());
  try {
    session.startTransaction();
    const claimed = things.updateOne({ _id: thing, owner: keeper }, { $set: { owner: buyer } }).modifiedCount === 1;
    const paid = claimed && people.updateOne({ _id: buyer, gold: { $gte: price } }, { $inc: { gold: -price } }).modifiedCount === 1;
    if (!paid) {
      const known = claimed && people.findOne({ _id: buyer }) !== null;
      session.abortTransaction();
      return known ? "poor" : "gone";
    }
    people.updateOne({ _id: keeper }, { $inc: { gold: price } });
    session.commitTransaction();
    return "sold";
  } finally {
    session.endSession();
  }
}
