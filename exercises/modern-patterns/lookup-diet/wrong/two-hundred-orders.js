// fails: history
// says: promised
// from: b-join-last.js
// Adds up the first two hundred orders of a product.

function productSales(db, product) {
  const orders = db.orders.find({ "lines.product": product }).limit(200).toArray();
  const lines = orders.flatMap((order) => order.lines).filter((line) => line.product === product);
  return lines.reduce((sum, { qty }) => sum + qty, 0);
}
