// fails: paid-meanwhile
// says: 0 seats are bought, and the bank has charged 10000
// from: section-documents.js
// Frees what was a cart when it looked, unless it has been bought since; but the bank may be charging for it.

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { orders } of db.sections.find({ "orders.updated": { $lt: limit } }).toArray()) {
    for (const { _id, state, updated } of orders) {
      if (state === "PURCHASED" || updated >= limit) continue;
      if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
      if (state === "CART") {
        db.sections.updateOne({ "orders._id": _id }, { $pull: { orders: { _id, state: { $ne: "PURCHASED" } } } });
        continue;
      }
      turn(db, _id, "PENDING_AUTH", "RELEASED");
      if (find(db, _id)?.state !== "RELEASED") continue;
      bank.refund(_id);
      db.sections.updateOne(at(_id, "RELEASED"), { $pull: { orders: { _id, state: "RELEASED" } } });
    }
  }
}
