// A document for each seat, claimed one by one and given back when one is gone; an order is a document that decides.
// wins: When so many buy in one section that a single document would become a queue.

const LIMIT = 10 * 60 * 1000;
const PRICE = 5000;

function setup(db, rows) {
  const seats = rows.seats.map(({ event, section, seat }) => ({ _id: { event, seat }, event, section, state: "AVAILABLE", order: null }));
  if (seats.length > 0) db.seats.insertMany(seats);
  db.seats.createIndex({ event: 1, section: 1 });
  db.seats.createIndex({ order: 1 });
  db.orders.createIndex({ state: 1, updated: 1 });
  redrawAll(db);
}

// The picture of a section, drawn from its seats. A client that draws from an older state than another one draws again.
function redraw(db, event, section) {
  const _id = { event, section };
  for (let i = 0; i < 10; i++) {
    const version = db.seat_maps.findOne({ _id })?.version ?? 0;
    if (version === 0) db.seat_maps.updateOne({ _id }, { $setOnInsert: { version: 0 } }, { upsert: true });
    const seats = Object.fromEntries(
      db.seats.find({ event, section }).toArray().map((seat) => [seat._id.seat, seat.state === "AVAILABLE" ? 1 : 0]),
    );
    const drawn = db.seat_maps.updateOne({ _id, version }, { $set: { seats }, $inc: { version: 1 } });
    if (drawn.modifiedCount === 1) return;
  }
}

function redrawAll(db) {
  const sections = db.seats.aggregate([{ $group: { _id: { event: "$event", section: "$section" } } }]).toArray();
  for (const { _id } of sections) redraw(db, _id.event, _id.section);
}

const turn = (db, _id, from, to) => db.orders.updateOne({ _id, state: from }, { $set: { state: to } }).modifiedCount === 1;

function letGo(db, order) {
  const seats = db.seats.find({ order }).toArray();
  db.seats.updateMany({ order }, { $set: { state: "AVAILABLE", order: null } });
  for (const section of new Set(seats.map((seat) => seat.section))) redraw(db, seats[0].event, section);
  db.orders.deleteOne({ _id: order, state: "RELEASING" });
}

function hold(db, order, event, seats) {
  if (seats.length === 0) return false;
  try {
    db.orders.insertOne({ _id: order, state: "HOLDING", seats: seats.length, updated: new Date() });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  const claim = { state: "TAKEN", order, updated: new Date() };
  const claimed = seats.every(
    (seat) => db.seats.updateOne({ _id: { event, seat }, state: "AVAILABLE" }, { $set: claim }).modifiedCount === 1,
  );
  if (claimed && turn(db, order, "HOLDING", "CART")) {
    redraw(db, event, db.seats.findOne({ _id: { event, seat: seats[0] } }).section);
    return true;
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
  // Seats that a client took after its order had been swept away, before it died.
  for (const order of db.seats.distinct("order", { state: "TAKEN", updated: { $lt: limit } })) {
    if (db.orders.countDocuments({ _id: order }) === 0) letGo(db, order);
  }
  redrawAll(db);
}

function seatMap(db, event, section) {
  return db.seat_maps.findOne({ _id: { event, section } }).seats;
}

function ticketsOf(db, order) {
  const seats = db.seats.find({ order }).toArray().map(({ _id }) => _id.seat);
  const bought = db.orders.findOne({ _id: order })?.state === "PURCHASED";
  return bought ? { held: [], bought: seats } : { held: seats, bought: [] };
}
