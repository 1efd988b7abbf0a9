// fails: crowd
// says: after sweep
// from: also-claims.js
// Settles a hundred orders in each sweep, however many have lapsed.

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { _id } of db.orders.find({ state: { $ne: "PURCHASED" }, updated: { $lt: limit } }).limit(100).toArray()) {
    if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
    for (const open of ["HOLDING", "CART", "PENDING_AUTH"]) turn(db, _id, open, "RELEASING");
    if (db.orders.findOne({ _id })?.state !== "RELEASING") continue;
    bank.refund(_id);
    letGo(db, _id);
  }
  for (const order of db.claims.distinct("order", { since: { $lt: limit } })) {
    if (db.orders.countDocuments({ _id: order }) === 0) letGo(db, order);
  }
}
