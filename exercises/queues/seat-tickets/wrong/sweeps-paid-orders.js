// fails: sweeps
// says: seats are bought, and the bank has charged
// from: seat-documents.js
// Frees seats whose payment came late, and keeps the money.

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { _id } of db.orders.find({ state: { $ne: "PURCHASED" }, updated: { $lt: limit } }).toArray()) {
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
