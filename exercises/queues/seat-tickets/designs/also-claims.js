// A seat is free as long as it has no claim: the claim's _id is event and seat, so there cannot be a second one.

const LIMIT = 10 * 60 * 1000;
const PRICE = 5000;

function setup(db, rows) {
  db.plan.createIndex({ event: 1, section: 1 });
  db.claims.createIndex({ order: 1 });
  db.claims.createIndex({ since: 1 });
  db.plan.insertMany(rows.seats.map(({ event, seat, section }) => ({ _id: { event, seat }, event, section })));
}

const turn = (db, _id, from, to) => db.orders.updateOne({ _id, state: from }, { $set: { state: to } }).modifiedCount === 1;

function letGo(db, order) {
  db.claims.deleteMany({ order });
  db.orders.deleteOne({ _id: order, state: "RELEASING" });
}

function hold(db, order, event, seats) {
  const ids = seats.map((seat) => ({ event, seat }));
  if (seats.length === 0 || db.plan.countDocuments({ _id: { $in: ids } }) < seats.length) return false;
  try {
    db.orders.insertOne({ _id: order, state: "HOLDING", seats: seats.length, updated: new Date() });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  try {
    db.claims.insertMany(ids.map((_id) => ({ _id, order, since: new Date() })));
    if (turn(db, order, "HOLDING", "CART")) return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  // A seat was gone, or this client slept and others have swept the order away.
  turn(db, order, "HOLDING", "RELEASING");
  letGo(db, order);
  return false;
}

function pay(db, order, bank) {
  const found = db.orders.findOne({ _id: order });
  if (!found) return false;
  if (found.state === "PURCHASED") return true;
  if (!turn(db, order, "CART", "PENDING_AUTH")) return false;
  if (!bank.charge(order, PRICE * found.seats)) return false;
  if (turn(db, order, "PENDING_AUTH", "PURCHASED")) return true;
  // Somebody has swept meanwhile, and either completed the purchase or given the money back.
  return db.orders.findOne({ _id: order })?.state === "PURCHASED";
}

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { _id } of db.orders.find({ state: { $ne: "PURCHASED" }, updated: { $lt: limit } }).toArray()) {
    if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
    for (const open of ["HOLDING", "CART", "PENDING_AUTH"]) turn(db, _id, open, "RELEASING");
    if (db.orders.findOne({ _id })?.state !== "RELEASING") continue;
    bank.refund(_id);
    letGo(db, _id);
  }
  for (const order of db.claims.distinct("order", { since: { $lt: limit } })) {
    if (db.orders.countDocuments({ _id: order }) === 0) letGo(db, order);
  }
}

function seatMap(db, event, section) {
  const pipeline = [
    { $match: { event, section } },
    { $lookup: { from: "claims", localField: "_id", foreignField: "_id", as: "claim" } },
    { $project: { _id: 0, k: "$_id.seat", v: { $subtract: [1, { $size: "$claim" }] } } },
    { $group: { _id: null, seats: { $push: "$$ROOT" } } },
    { $replaceWith: { $arrayToObject: "$seats" } },
  ];
  return db.plan.aggregate(pipeline).toArray()[0];
}

function ticketsOf(db, order) {
  const seats = db.claims.find({ order }).toArray().map(({ _id }) => _id.seat);
  const bought = db.orders.findOne({ _id: order })?.state === "PURCHASED";
  return bought ? { held: [], bought: seats } : { held: seats, bought: [] };
}
