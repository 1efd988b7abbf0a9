// fails: slow-charge
// says: seats are bought, and the bank has charged
// from: section-documents.js
// Frees the seats first and asks for the money back afterwards.

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { orders } of db.sections.find({ "orders.updated": { $lt: limit } }).toArray()) {
    for (const { _id, state, updated } of orders) {
      if (state === "PURCHASED" || updated >= limit) continue;
      if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
      for (const open of ["CART", "PENDING_AUTH"]) turn(db, _id, open, "RELEASED");
      if (find(db, _id)?.state !== "RELEASED") continue;
      db.sections.updateOne(at(_id, "RELEASED"), { $pull: { orders: { _id, state: "RELEASED" } } });
      bank.refund(_id);
    }
  }
}
