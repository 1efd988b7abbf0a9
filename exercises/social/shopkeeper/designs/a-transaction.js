// A transaction over buyer, keeper and thing; a conflict is tried again.
// wins: When sales seldom meet: three writes, a commit, and nothing to repair.
// stars: no-repair, few-trips, lean-purse

function setup(db, rows) {
  db.people.insertMany(rows.people);
  db.things.insertMany(rows.things);
}

// One attempt, in a session of its own; it is undone unless the thing is sold.
function attempt(db, buyer, keeper, thing, price) {
  const session = db.getMongo().startSession();
  const { people, things } = session.getDatabase(db.getName());
  try {
    session.startTransaction();
    const claimed = things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer } }).modifiedCount === 1;
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

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper) return "gone";
  for (let tries = 0; ; tries++) {
    try {
      return attempt(db, buyer, keeper, thing, price);
    } catch (error) {
      if (tries === 10 || !error.hasErrorLabel?.("TransientTransactionError")) throw error;
    }
  }
}

function purse(db, id) {
  return db.people.findOne({ _id: id })?.gold ?? null;
}

function owner(db, thing) {
  return db.things.findOne({ _id: thing })?.owner ?? null;
}

function repair(db) {
  // The server ends the transactions of dead clients by itself.
}
