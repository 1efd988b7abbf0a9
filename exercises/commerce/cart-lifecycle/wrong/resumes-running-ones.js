// fails: resumes
// says: pending for 5 seconds
// from: a-line-by-line.js
// Takes every pending cart for one whose client has died.

function resume(db, bank, seconds) {
  for (const cart of db.carts.find({ status: { $in: ["expiring", "pending"] } }).toArray()) {
    if (cart.status === "expiring") finishExpiring(db, cart);
    else if (bank.status(cart._id) === "charged") finishSale(db, cart);
    else turn(db, cart._id, "pending", "active", { touched: cart.touched });
  }
}
