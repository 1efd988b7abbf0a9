// fails: rivals
// says: at the same moment
// from: b-lines-in-cart.js
// Looks whether enough pieces are free, then takes them: two customers look before either takes.

function add(db, cart, sku, n) {
  const product = db.products.findOne({ _id: sku });
  if (!product || product.free < n) return null;
  db.products.updateOne({ _id: sku }, { $inc: { free: -n } });
  for (;;) {
    const line = { $elemMatch: { sku, qty: { $gt: 0 } } };
    const raised = db.carts.findOneAndUpdate({ _id: cart, lines: line }, { $inc: { "lines.$.qty": n } }, { returnDocument: "after" });
    if (raised) return quantity(raised, sku);
    db.carts.updateOne({ _id: cart }, { $pull: { lines: { sku, qty: 0 } } });
    try {
      const push = { $push: { lines: { sku, qty: n, price: product.price } } };
      const { modifiedCount, upsertedCount } = db.carts.updateOne({ _id: cart, "lines.sku": { $ne: sku } }, push, { upsert: true });
      if (modifiedCount + upsertedCount === 1) return n;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}
