// fails: rivals
// says: at the same moment
// from: positional.js
// Reads the order, changes it in JavaScript and writes it back.

function addQty(db, id, sku, price, qty) {
  const order = db.orders.findOne({ _id: id });
  if (!order) return false;
  const found = order.items.find((item) => item.sku === sku && item.price === price);
  if (found) found.qty += qty;
  else order.items.push({ sku, price, qty });
  order.total += price * qty;
  db.orders.replaceOne({ _id: id }, order);
  return true;
}
