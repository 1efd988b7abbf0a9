// fails: sells
// says: became active, but its `touched` is
// from: a-line-by-line.js
// Does not set `touched` when the bank refuses: the cart keeps the time at which its payment began.

function checkout(db, cart, bank) {
  const locked = db.carts.findOneAndUpdate({ _id: cart, status: "active" }, { $set: { status: "pending", touched: new Date() } });
  if (!locked) return db.carts.findOne({ _id: cart })?.status === "complete";
  if (!bank.charge(cart, locked.total)) {
    db.carts.updateOne({ _id: cart, status: "pending" }, { $set: { status: "active" } });
    return false;
  }
  finishSale(db, locked);
  return true;
}
