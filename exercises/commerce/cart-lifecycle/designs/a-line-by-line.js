// Locks the cart by its status, returns or sells line by line with a filter on the reservation, then marks it.
// wins: When carts are small, and each step should be plain to see.
// stars: steady

const ago = (seconds) => new Date(Date.now() - seconds * 1000);

function setup(db, rows) {
  db.products.insertMany(rows.products);
  db.carts.insertMany(rows.carts);
  db.carts.createIndex({ status: 1, touched: 1 });
}

// Only one client can make a step: its filter names the status that it leaves, and what else must still be true.
const turn = (db, cart, from, to, more = {}) =>
  db.carts.updateOne({ _id: cart, status: from, ...more }, { $set: { status: to, touched: new Date() } }).modifiedCount === 1;

// Each line once: a second client finds no reservation.
function letGo(db, { _id, lines }, back) {
  for (const { sku, qty } of lines) {
    db.products.updateOne({ _id: sku, "carted.cart": _id }, { $inc: { qty: back ? qty : 0 }, $pull: { carted: { cart: _id } } });
  }
}

function finishExpiring(db, cart) {
  letGo(db, cart, true);
  turn(db, cart._id, "expiring", "expired");
}

function finishSale(db, cart) {
  letGo(db, cart, false);
  turn(db, cart._id, "pending", "complete");
}

function expire(db, seconds) {
  const touched = { $lt: ago(seconds) };
  for (const cart of db.carts.find({ status: "active", touched }).toArray()) {
    if (turn(db, cart._id, "active", "expiring", { touched })) finishExpiring(db, cart);
  }
}

function checkout(db, cart, bank) {
  const locked = db.carts.findOneAndUpdate({ _id: cart, status: "active" }, { $set: { status: "pending", touched: new Date() } });
  if (!locked) return db.carts.findOne({ _id: cart })?.status === "complete";
  if (!bank.charge(cart, locked.total)) {
    turn(db, cart, "pending", "active");
    return false;
  }
  finishSale(db, locked);
  return true;
}

function resume(db, bank, seconds) {
  const touched = { $lt: ago(seconds) };
  for (const cart of db.carts.find({ status: { $in: ["expiring", "pending"] }, touched }).toArray()) {
    if (cart.status === "expiring") finishExpiring(db, cart);
    else if (bank.status(cart._id) === "charged") finishSale(db, cart);
    else turn(db, cart._id, "pending", "active", { touched });
  }
}
