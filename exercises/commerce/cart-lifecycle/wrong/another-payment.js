// fails: twice
// says: its customer began to pay, 0 seconds ago
// from: a-line-by-line.js
// Gives back a cart that is pending, even if it is another payment than the one it has asked about.

function resume(db, bank, seconds) {
  for (const cart of db.carts.find({ status: { $in: ["expiring", "pending"] }, touched: { $lt: ago(seconds) } }).toArray()) {
    if (cart.status === "expiring") finishExpiring(db, cart);
    else if (bank.status(cart._id) === "charged") finishSale(db, cart);
    else turn(db, cart._id, "pending", "active");
  }
}
