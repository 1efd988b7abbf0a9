// fails: history
// says: `lines` has
// from: b-lines-in-cart.js
// Raises an empty line, which still has its old price.

function add(db, cart, sku, n) {
  const product = db.products.findOneAndUpdate({ _id: sku, free: { $gte: n } }, { $inc: { free: -n } });
  if (!product) return null;
  const raised = db.carts.findOneAndUpdate({ _id: cart, "lines.sku": sku }, { $inc: { "lines.$.qty": n } }, { returnDocument: "after" });
  if (raised) return quantity(raised, sku);
  db.carts.updateOne({ _id: cart }, { $push: { lines: { sku, qty: n, price: product.price } } }, { upsert: true });
  return n;
}
