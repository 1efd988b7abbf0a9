// fails: history
// says: With names that are the same when they are joined
// from: also-claims.js
// Names a claim by event and seat as one text, which two seats may have in common.

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
    db.claims.insertMany(ids.map(({ event, seat }) => ({ _id: event + seat, event, seat, order, since: new Date() })));
    if (turn(db, order, "HOLDING", "CART")) return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  // A seat was gone, or this client slept and others have swept the order away.
  turn(db, order, "HOLDING", "RELEASING");
  letGo(db, order);
  return false;
}

function seatMap(db, event, section) {
  const pipeline = [
    { $match: { event, section } },
    { $lookup: { from: "claims", let: { k: { $concat: ["$_id.event", "$_id.seat"] } }, pipeline: [{ $match: { $expr: { $eq: ["$_id", "$$k"] } } }], as: "claim" } },
    { $project: { _id: 0, k: "$_id.seat", v: { $subtract: [1, { $size: "$claim" }] } } },
    { $group: { _id: null, seats: { $push: "$$ROOT" } } },
    { $replaceWith: { $arrayToObject: "$seats" } },
  ];
  return db.plan.aggregate(pipeline).toArray()[0];
}

function ticketsOf(db, order) {
  const seats = db.claims.find({ order }).toArray().map(({ seat }) => seat);
  const bought = db.orders.findOne({ _id: order })?.state === "PURCHASED";
  return bought ? { held: [], bought: seats } : { held: seats, bought: [] };
}
