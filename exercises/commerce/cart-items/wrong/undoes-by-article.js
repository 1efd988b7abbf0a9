// fails: history
// says: promised
// from: b-lines-in-cart.js
// Fills the cart first, and when no piece is free takes the article out again, with what lay there before.

function add(db, cart, sku, n) {
  const { price } = db.products.findOne({ _id: sku }) ?? {};
  db.carts.updateOne({ _id: cart }, { $pull: { lines: { sku, qty: 0 } } });
  db.carts.updateOne({ _id: cart }, { $setOnInsert: { lines: [] } }, { upsert: true });
  db.carts.updateOne({ _id: cart, "lines.sku": { $ne: sku } }, { $push: { lines: { sku, qty: 0, price } } });
  db.carts.updateOne({ _id: cart, "lines.sku": sku }, { $inc: { "lines.$.qty": n } });
  if (db.products.updateOne({ _id: sku, free: { $gte: n } }, { $inc: { free: -n } }).modifiedCount === 1) {
    return quantity(db.carts.findOne({ _id: cart }), sku);
  }
  db.carts.updateOne({ _id: cart }, { $pull: { lines: { sku } } });
  return null;
}
