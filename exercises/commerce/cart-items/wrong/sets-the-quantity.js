// fails: rivals
// says: at the same moment
// from: b-lines-in-cart.js
// Reads the cart, adds in JavaScript and sets the sum: of two windows one is lost.

function add(db, cart, sku, n) {
  const product = db.products.findOneAndUpdate({ _id: sku, free: { $gte: n } }, { $inc: { free: -n } });
  if (!product) return null;
  const lines = cartOf(db, cart).lines;
  const line = lines.find((one) => one.sku === sku);
  const qty = (line?.qty ?? 0) + n;
  const next = [...lines.filter((one) => one !== line), { sku, qty, price: line?.price ?? product.price }];
  db.carts.updateOne({ _id: cart }, { $set: { lines: next } }, { upsert: true });
  return qty;
}
