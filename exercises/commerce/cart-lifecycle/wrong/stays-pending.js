// fails: sells
// says: is "pending", not "active"
// from: a-line-by-line.js
// Leaves a cart locked when the bank has refused.

function checkout(db, cart, bank) {
  const locked = db.carts.findOneAndUpdate({ _id: cart, status: "active" }, { $set: { status: "pending", touched: new Date() } });
  if (!locked) return db.carts.findOne({ _id: cart })?.status === "complete";
  if (!bank.charge(cart, locked.total)) return false;
  finishSale(db, locked);
  return true;
}
