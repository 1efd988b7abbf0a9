// A section is one document with the orders inside: one write checks all seats and takes them; the map comes from it.
// wins: When sections are small, orders stay within one, and all or nothing must be one step.

const LIMIT = 10 * 60 * 1000;
const PRICE = 5000;

function setup(db, rows) {
  const sections = new Map();
  for (const { event, section, seat } of rows.seats) {
    const key = JSON.stringify([event, section]);
    if (!sections.has(key)) sections.set(key, { _id: { event, section }, event, seats: [], orders: [] });
    sections.get(key).seats.push(seat);
  }
  if (sections.size > 0) db.sections.insertMany([...sections.values()]);
  db.sections.createIndex({ "orders._id": 1 });
}

function hold(db, order, event, seats) {
  if (seats.length === 0) return false;
  const free = { event, seats: { $all: seats }, "orders.seats": { $nin: seats }, "orders._id": { $ne: order } };
  const wish = { _id: order, seats, state: "CART", updated: new Date() };
  return db.sections.updateOne(free, { $push: { orders: wish } }).modifiedCount === 1;
}

const at = (_id, state) => ({ orders: { $elemMatch: { _id, state } } });
const turn = (db, _id, from, to) =>
  db.sections.updateOne(at(_id, from), { $set: { "orders.$.state": to } }).modifiedCount === 1;

function find(db, order) {
  const section = db.sections.findOne({ "orders._id": order });
  return section && section.orders.find(({ _id }) => _id === order);
}

function pay(db, order, bank) {
  const found = find(db, order);
  if (!found) return false;
  if (found.state === "PURCHASED") return true;
  if (!turn(db, order, "CART", "PENDING_AUTH")) return false;
  if (!bank.charge(order, PRICE * found.seats.length)) return false;
  if (turn(db, order, "PENDING_AUTH", "PURCHASED")) return true;
  // Somebody has swept meanwhile, and either completed the purchase or given the money back.
  return find(db, order)?.state === "PURCHASED";
}

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { orders } of db.sections.find({ "orders.updated": { $lt: limit } }).toArray()) {
    for (const { _id, state, updated } of orders) {
      if (state === "PURCHASED" || updated >= limit) continue;
      if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
      for (const open of ["CART", "PENDING_AUTH"]) turn(db, _id, open, "RELEASED");
      if (find(db, _id)?.state !== "RELEASED") continue;
      bank.refund(_id);
      db.sections.updateOne(at(_id, "RELEASED"), { $pull: { orders: { _id, state: "RELEASED" } } });
    }
  }
}

function seatMap(db, event, section) {
  const { seats, orders } = db.sections.findOne({ _id: { event, section } });
  const taken = new Set(orders.flatMap((order) => order.seats));
  return Object.fromEntries(seats.map((seat) => [seat, taken.has(seat) ? 0 : 1]));
}

function ticketsOf(db, order) {
  const found = find(db, order);
  const seats = found?.seats ?? [];
  return found?.state === "PURCHASED" ? { held: [], bought: seats } : { held: seats, bought: [] };
}
