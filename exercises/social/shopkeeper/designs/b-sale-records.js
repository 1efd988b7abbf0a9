// A record of the sale first, then debit, claim and credit, each guarded and marked with it; repair finishes or undoes.
// wins: When a sale's history is wanted as well, or a step lies outside the database.
// stars: busy-shop, lean-purse

function setup(db, rows) {
  db.people.createIndex({ sales: 1 });
  db.people.insertMany(rows.people);
  db.things.insertMany(rows.things);
}

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper) return "gone";
  const sale = { _id: ObjectId(), buyer, keeper, thing, price, at: new Date() };
  db.sales.insertOne(sale);
  const debit = { $inc: { gold: -price }, $push: { sales: sale._id } };
  if (db.people.updateOne({ _id: buyer, gold: { $gte: price } }, debit).modifiedCount === 0) {
    db.sales.deleteOne({ _id: sale._id });
    const there = db.things.findOne({ _id: thing, owner: keeper, price }) && db.people.findOne({ _id: buyer });
    return there ? "poor" : "gone";
  }
  // This write decides.
  if (db.things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer, sale: sale._id } }).modifiedCount === 0) {
    undo(db, sale);
    return "gone";
  }
  finish(db, sale);
  return "sold";
}

function finish(db, { _id, keeper, price }) {
  db.people.updateOne({ _id: keeper, sales: { $ne: _id } }, { $inc: { gold: price }, $push: { sales: _id } });
  db.sales.updateOne({ _id }, { $set: { done: new Date() } });
}

function undo(db, { _id, buyer, price }) {
  db.people.updateOne({ _id: buyer, sales: _id }, { $inc: { gold: price }, $pull: { sales: _id } });
  db.sales.deleteOne({ _id });
}

function purse(db, id) {
  return db.people.findOne({ _id: id })?.gold ?? null;
}

function owner(db, thing) {
  return db.things.findOne({ _id: thing })?.owner ?? null;
}

function repair(db) {
  const before = new Date(Date.now() - 60_000);
  for (const sale of db.sales.find({ done: { $exists: false }, at: { $lt: before } }).toArray()) {
    if (db.things.findOne({ _id: sale.thing, sale: sale._id })) finish(db, sale);
    else undo(db, sale);
  }
  // Marks are removed when no client that saw the sale unfinished can still be at work.
  for (const { _id } of db.sales.find({ done: { $lt: before } }).toArray()) {
    db.people.updateMany({ sales: _id }, { $pull: { sales: _id } });
    db.sales.deleteOne({ _id });
  }
}
