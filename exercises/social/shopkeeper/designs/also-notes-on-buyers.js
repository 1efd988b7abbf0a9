// The buyer pays first and notes the sale in the same write; the thing decides, and a note that is left is settled.
// wins: A keeper is never written, so nobody meets there; a purse has to be summed up.
// stars: busy-shop

function setup(db, rows) {
  db.things.createIndex({ seller: 1, price: 1 });
  db.people.createIndex({ "pending.at": 1 });
  db.people.insertMany(rows.people);
  db.things.insertMany(rows.things);
}

function settle(db, buyer, pending) {
  const made = db.things.findOne({ _id: pending.thing, sale: pending.sale });
  const change = made ? { $unset: { pending: "" } } : { $inc: { gold: pending.price }, $unset: { pending: "" } };
  db.people.updateOne({ _id: buyer, "pending.sale": pending.sale }, change);
  return made !== null;
}

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper) return "gone";
  const person = db.people.findOne({ _id: buyer });
  if (!person) return "gone";
  // One buyer makes one call at a time: a note that is here is of a dead client.
  if (person.pending) settle(db, buyer, person.pending);
  if (!db.things.findOne({ _id: thing, owner: keeper, price })) return "gone";
  const pending = { sale: new ObjectId(), thing, keeper, price, at: new Date() };
  const solvent = { _id: buyer, gold: { $gte: price }, pending: { $exists: false } };
  if (db.people.updateOne(solvent, { $inc: { gold: -price }, $set: { pending } }).matchedCount === 0) return "poor";
  const sold = { owner: buyer, seller: keeper, sale: pending.sale };
  db.things.updateOne({ _id: thing, owner: keeper, price }, { $set: sold });
  return settle(db, buyer, pending) ? "sold" : "gone";
}

function purse(db, id) {
  const person = db.people.findOne({ _id: id });
  if (!person) return null;
  let gold = person.gold;
  for (const { price } of db.things.find({ seller: id }, { _id: 0, price: 1 }).toArray()) gold += price;
  return gold;
}

function owner(db, thing) {
  return db.things.findOne({ _id: thing })?.owner ?? null;
}

function repair(db) {
  const old = new Date(Date.now() - 60_000);
  const left = db.people.find({ "pending.at": { $lt: old } }).toArray();
  for (const { _id, pending } of left) settle(db, _id, pending);
}
