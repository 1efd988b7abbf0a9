// fails: paid-meanwhile
// says: 2 seats are bought, and the bank has charged 0
// from: section-documents.js
// Gives the money back before it has made sure that nobody completes the purchase meanwhile.

function sweep(db, bank) {
  const limit = new Date(Date.now() - LIMIT);
  for (const { orders } of db.sections.find({ "orders.updated": { $lt: limit } }).toArray()) {
    for (const { _id, state, updated } of orders) {
      if (state === "PURCHASED" || updated >= limit) continue;
      if (bank.status(_id) === "charged" && turn(db, _id, "PENDING_AUTH", "PURCHASED")) continue;
      const found = find(db, _id);
      if (!found || found.state === "PURCHASED") continue;
      bank.refund(_id);
      db.sections.updateOne(at(_id, found.state), { $pull: { orders: { _id, state: found.state } } });
    }
  }
}
