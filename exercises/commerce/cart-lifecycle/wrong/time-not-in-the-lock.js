// fails: touched
// says: the customer had just touched
// from: a-line-by-line.js
// Locks by the status alone: somebody may have touched the cart since it was found.

function expire(db, seconds) {
  for (const cart of db.carts.find({ status: "active", touched: { $lt: ago(seconds) } }).toArray()) {
    if (turn(db, cart._id, "active", "expiring")) finishExpiring(db, cart);
  }
}
