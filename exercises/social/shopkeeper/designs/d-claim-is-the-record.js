// Debit with a mark, then the claim, which is the record and decides, then the credit with a mark; repair does the rest.
// wins: When everybody buys in one shop, purses are read all day, and the extra code is worth it.
// stars: busy-shop, few-trips, lean-purse

function setup(db, rows) {
  db.people.createIndex({ "pays.at": 1 });
  db.things.createIndex({ "sale.at": 1 });
  db.people.insertMany(rows.people);
  db.things.insertMany(rows.things);
}

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper) return "gone";
  const sale = { id: ObjectId(), keeper, price, at: new Date() };
  const pays = { id: sale.id, thing, price, at: sale.at };
  if (db.people.updateOne({ _id: buyer, gold: { $gte: price } }, { $inc: { gold: -price }, $push: { pays } }).modifiedCount === 0) {
    const there = db.things.findOne({ _id: thing, owner: keeper, price }) && db.people.findOne({ _id: buyer });
    return there ? "poor" : "gone";
  }
  if (db.things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer, sale } }).modifiedCount === 0) {
    refund(db, buyer, pays);
    return "gone";
  }
  pay(db, sale, buyer);
  return "sold";
}

function refund(db, buyer, { id, price }) {
  db.people.updateOne({ _id: buyer, "pays.id": id }, { $inc: { gold: price }, $pull: { pays: { id } } });
}

// Pays the keeper, once, and removes the buyer's mark: one trip.
function pay(db, { id, keeper, price }, buyer) {
  db.people.bulkWrite([
    { updateOne: { filter: { _id: keeper, got: { $ne: id } }, update: { $inc: { gold: price }, $push: { got: id } } } },
    { updateOne: { filter: { _id: buyer }, update: { $pull: { pays: { id } } } } },
  ]);
}

function purse(db, id) {
  return db.people.findOne({ _id: id })?.gold ?? null;
}

function owner(db, thing) {
  return db.things.findOne({ _id: thing })?.owner ?? null;
}

function repair(db) {
  const before = new Date(Date.now() - 60_000);
  for (const { _id, pays } of db.people.find({ "pays.at": { $lt: before } }).toArray()) {
    for (const one of pays.filter(({ at }) => at < before)) {
      if (!db.things.findOne({ _id: one.thing, "sale.id": one.id })) refund(db, _id, one);
    }
  }
  for (const { _id, owner, sale } of db.things.find({ "sale.at": { $lt: before } }).toArray()) {
    if (sale.done === undefined) {
      pay(db, sale, owner);
      db.things.updateOne({ _id, "sale.done": { $exists: false } }, { $set: { "sale.done": new Date() } });
    } else if (sale.done < before) {
      // No client that saw this sale unpaid can still be at work.
      db.people.updateOne({ _id: sale.keeper }, { $pull: { got: sale.id } });
      db.things.updateOne({ _id }, { $unset: { sale: "" } });
    }
  }
}
