// A transaction in which the keeper's income is an insert: sales in one shop conflict with nobody.
// wins: When everybody buys in one shop, and the keeper seldom counts.
// stars: no-repair, few-trips, busy-shop

function setup(db, rows) {
  db.people.insertMany(rows.people);
  db.things.insertMany(rows.things);
  db.income.createIndex({ keeper: 1, gold: 1 });
}

// One attempt, in a session of its own; it is undone unless the thing is sold.
function attempt(db, buyer, keeper, thing, price) {
  const session = db.getMongo().startSession();
  const { people, things, income } = session.getDatabase(db.getName());
  try {
    session.startTransaction();
    const claimed = things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer } }).modifiedCount === 1;
    const paid = claimed && people.updateOne({ _id: buyer, gold: { $gte: price } }, { $inc: { gold: -price } }).modifiedCount === 1;
    if (!paid) {
      const known = claimed && people.findOne({ _id: buyer }) !== null;
      session.abortTransaction();
      return known ? "poor" : "gone";
    }
    income.insertOne({ keeper, gold: price });
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
  const found = db.people.findOne({ _id: id });
  if (!found) return null;
  const income = db.income.find({ keeper: id }, { _id: 0, gold: 1 }).toArray();
  return income.reduce((sum, { gold }) => sum + gold, found.gold);
}

function owner(db, thing) {
  return db.things.findOne({ _id: thing })?.owner ?? null;
}

function repair(db) {
}
