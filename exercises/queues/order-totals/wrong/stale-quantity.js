// fails: rivals
// says: at the same moment
// from: positional.js
// Reads the old quantity, and does not ask again whether it is still the same.

function setQty(db, id, sku, price, qty) {
  for (;;) {
    const found = db.orders.findOne({ _id: id })?.items.find((item) => item.sku === sku && item.price === price);
    if (!found) return false;
    // The quantity that was read stands in the filter: if it has changed, nothing matches.
    const unchanged = { _id: id, items: { $elemMatch: { sku, price } } };
    const total = price * (qty - found.qty);
    const update =
      qty === 0 ? { $inc: { total }, $pull: { items: { sku, price } } } : { $inc: { total }, $set: { "items.$.qty": qty } };
    if (db.orders.updateOne(unchanged, update).matchedCount === 1) return true;
  }
}
