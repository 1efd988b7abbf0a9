// fails: history
// says: promised { sku
// Asks for article and price of any two lines, not of the same one.



function setup(db, rows) {
  db.orders.insertMany(rows.orders);
}

function order(db, id) {
  return db.orders.findOne({ _id: id });
}

function addQty(db, id, sku, price, qty) {
  const total = price * qty;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const known = { _id: id, "items.sku": sku, "items.price": price };
    if (db.orders.updateOne(known, { $inc: { total, "items.$.qty": qty } }).matchedCount === 1) return true;
    const missing = { _id: id, $nor: [{ "items.sku": sku, "items.price": price }] };
    const push = { $inc: { total }, $push: { items: { sku, price, qty } } };
    if (db.orders.updateOne(missing, push).matchedCount === 1) return true;
  }
  return false;
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
