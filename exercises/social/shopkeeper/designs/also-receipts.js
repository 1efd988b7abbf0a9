// No purses: gold is computed from the first amount and from the prices of all things bought and sold.
// wins: One write is the whole sale, so nothing can be half done; a purse is cheaper to read.
// stars: no-repair, few-trips, busy-shop

function setup(db, rows) {
  db.people.insertMany(rows.people);
  db.things.insertMany(rows.things);
  db.things.createIndex({ sold_by: 1 });
  db.things.createIndex({ sold_to: 1 });
}

function purse(db, id) {
  const found = db.people.findOne({ _id: id });
  if (found === null) return null;
  const sum = (filter) => db.things.find(filter).toArray().reduce((total, { price }) => total + price, 0);
  return found.gold + sum({ sold_by: id }) - sum({ sold_to: id });
}

function buy(db, buyer, keeper, thing, price) {
  const gold = buyer === keeper ? null : purse(db, buyer);
  const free = { _id: thing, owner: keeper, price };
  if (gold === null || db.things.countDocuments(free) === 0) return "gone";
  if (gold < price) return "poor";
  return db.things.updateOne(free, { $set: { owner: buyer, sold_by: keeper, sold_to: buyer } }).modifiedCount === 1 ? "sold" : "gone";
}

function owner(db, thing) {
  return db.things.distinct("owner", { _id: thing })[0] ?? null;
}

function repair() {}
