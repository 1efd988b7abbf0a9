// Transactions over seats and an order that is a state machine; the bank is asked outside of transactions.

const PRICE = 5000;
const TEN_MINUTES = 10 * 60 * 1000;

function setup(db, rows) {
  db.seats.insertMany(rows.seats.map((seat) => ({ ...seat, order: null, ticket: null, bought: false })));
  db.seats.createIndex({ event: 1, seat: 1 }, { unique: true });
  db.seats.createIndex({ event: 1, section: 1 });
  db.seats.createIndex({ order: 1 });
}

class Taken extends Error {}

async function together(db, work) {
  const session = db.getMongo().startSession();
  try {
    return await session.withTransaction(async () => await work(session.getDatabase(db.getName())));
  } finally {
    await session.endSession();
  }
}

async function hold(db, order, event, seats) {
  if (seats.length === 0) return false;
  const ticket = new ObjectId();
  try {
    await together(db, async ({ orders, seats: all }) => {
      const open = await orders.findOne({ _id: order, state: { $ne: "GONE" } });
      if (open) throw new Taken();
      const { modifiedCount } = await all.updateMany({ event, seat: { $in: seats }, order: null }, { $set: { order, ticket } });
      if (modifiedCount !== new Set(seats).size) throw new Taken();
      const cart = { state: "CART", ticket, count: modifiedCount, at: new Date() };
      await orders.replaceOne({ _id: order }, cart, { upsert: true });
    });
    return true;
  } catch (error) {
    if (error instanceof Taken) return false;
    throw error;
  }
}

// Leaves a state of the order, and gives its seats what follows from that; false if the order is in another one.
async function leave(db, { _id, ticket }, state, next, change) {
  return await together(db, async ({ orders, seats }) => {
    const { modifiedCount } = await orders.updateOne({ _id, ticket, state }, { $set: { state: next } });
    if (modifiedCount === 1) await seats.updateMany({ order: _id, ticket }, { $set: change });
    return modifiedCount === 1;
  });
}

const free = (db, order, state) => leave(db, order, state, "GONE", { order: null, ticket: null });

async function pay(db, order, bank) {
  const live = { _id: order, state: { $in: ["CART", "PAYING"] }, at: { $gte: new Date(Date.now() - TEN_MINUTES) } };
  const cart = await db.orders.findOneAndUpdate(live, { $set: { state: "PAYING" } });
  if (!cart) return (await db.orders.countDocuments({ _id: order, state: "BOUGHT" })) === 1;
  if (!bank.charge(order, cart.count * PRICE)) {
    await free(db, cart, "PAYING");
    return false;
  }
  if (await leave(db, cart, "PAYING", "BOUGHT", { bought: true })) return true;
  const { state, ticket } = await db.orders.findOne({ _id: order });
  if (state === "BOUGHT" && ticket.equals(cart.ticket)) return true;
  bank.refund(order);
  return false;
}

async function sweep(db, bank) {
  const late = { at: { $lt: new Date(Date.now() - TEN_MINUTES) } };
  for await (const cart of db.orders.find({ ...late, state: "CART" })) await free(db, cart, "CART");
  // A payment that is on its way is called back first; from then on the bank refuses it.
  await db.orders.updateMany({ ...late, state: "PAYING" }, { $set: { state: "REFUNDING" } });
  for await (const order of db.orders.find({ state: "REFUNDING" })) {
    try {
      bank.refund(order._id);
      await free(db, order, "REFUNDING");
    } catch {
      // The next sweep asks again.
    }
  }
}

async function seatMap(db, event, section) {
  const seats = await db.seats.find({ event, section }).toArray();
  return Object.fromEntries(seats.map(({ seat, order }) => [seat, order === null ? 1 : 0]));
}

async function ticketsOf(db, order) {
  const tickets = { held: [], bought: [] };
  for await (const { seat, bought } of db.seats.find({ order })) tickets[bought ? "bought" : "held"].push(seat);
  return tickets;
}
