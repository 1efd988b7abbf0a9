// fails: rival-new
// says: at the same moment
// Reads the order, changes it in JavaScript and writes it back.

const line = (sku, price) => ({ $elemMatch: { sku, price } });

function setup(db, rows) {
  db.orders.insertMany(rows.orders);
}

function order(db, id) {
  return db.orders.findOne({ _id: id });
}

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

function setQty(db, id, sku, price, qty) {
  for (;;) {
    const found = db.orders.findOne({ _id: id })?.items.find((item) => item.sku === sku && item.price === price);
    if (!found) return false;
    // The quantity that was read stands in the filter: if it has changed, nothing matches.
    const unchanged = { _id: id, items: { $elemMatch: { sku, price, qty: found.qty } } };
    const total = price * (qty - found.qty);
    const update =
      qty === 0 ? { $inc: { total }, $pull: { items: { sku, price } } } : { $inc: { total }, $set: { "items.$.qty": qty } };
    if (db.orders.updateOne(unchanged, update).matchedCount === 1) return true;
  }
}

function removeItem(db, id, sku, price) {
  return setQty(db, id, sku, price, 0);
}

function deleteOrder(db, id) {
  return db.orders.deleteOne({ _id: id }).deletedCount === 1;
}
