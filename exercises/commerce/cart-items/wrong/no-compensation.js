// fails: history
// says: `free` is
// from: b-lines-in-cart.js
// Gives the pieces back before it knows that the cart has them.

function take(db, cart, sku, n) {
  db.products.updateOne({ _id: sku }, { $inc: { free: n } });
  const line = { $elemMatch: { sku, qty: { $gte: n } } };
  const lowered = db.carts.findOneAndUpdate({ _id: cart, lines: line }, { $inc: { "lines.$.qty": -n } }, { returnDocument: "after" });
  return lowered && quantity(lowered, sku);
}
