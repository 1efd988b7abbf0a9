// fails: late
// says: the bank has charged
// from: seat-documents.js
// Charges and marks the order as bought, without asking whether it still has its seats.

function pay(db, order, bank) {
  const found = db.orders.findOne({ _id: order });
  if (!found) return false;
  if (found.state === "PURCHASED") return true;
  if (!bank.charge(order, PRICE * found.seats)) return false;
  db.orders.updateOne({ _id: order }, { $set: { state: "PURCHASED" } });
  return true;
}

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { _id } of db.orders.find({ state: { $ne: "PURCHASED" }, updated: { $lt: limit } }).toArray()) {
    if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
    for (const open of ["HOLDING", "CART", "PENDING_AUTH"]) turn(db, _id, open, "RELEASING");
    if (db.orders.findOne({ _id })?.state !== "RELEASING") continue;
    letGo(db, _id);
  }
  // Seats that a client took after its order had been swept away, before it died.
  for (const order of db.seats.distinct("order", { state: "TAKEN", updated: { $lt: limit } })) {
    if (db.orders.countDocuments({ _id: order }) === 0) letGo(db, order);
  }
  redrawAll(db);
}
