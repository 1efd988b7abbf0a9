// fails: history
// says: returned false, promised true
// from: positional.js
// Treats an unchanged quantity as a missing line.

function setQty(db, id, sku, price, qty) {
  for (;;) {
    const found = db.orders.findOne({ _id: id })?.items.find((item) => item.sku === sku && item.price === price);
    if (!found) return false;
    // The quantity that was read stands in the filter: if it has changed, nothing matches.
    const unchanged = { _id: id, items: { $elemMatch: { sku, price, qty: found.qty } } };
    const total = price * (qty - found.qty);
    const update =
      qty === 0 ? { $inc: { total }, $pull: { items: { sku, price } } } : { $inc: { total }, $set: { "items.$.qty": qty } };
    const { matchedCount, modifiedCount } = db.orders.updateOne(unchanged, update);
    if (matchedCount === 1) return modifiedCount === 1;
  }
}
