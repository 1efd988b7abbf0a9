// fails: crash
// says: the client died in hold
// from: also-claims.js
// Sweeps carts and payments, and no order whose client died before all of its seats were claimed.

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { _id } of db.orders.find({ state: { $ne: "PURCHASED" }, updated: { $lt: limit } }).toArray()) {
    if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
    for (const open of ["CART", "PENDING_AUTH"]) turn(db, _id, open, "RELEASING");
    if (db.orders.findOne({ _id })?.state !== "RELEASING") continue;
    bank.refund(_id);
    letGo(db, _id);
  }
}
