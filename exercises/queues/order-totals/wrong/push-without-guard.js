// fails: rivals
// says: at the same moment
// from: positional.js
// Adds a new line without asking again whether it is there.

function addQty(db, id, sku, price, qty) {
  const total = price * qty;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const known = { _id: id, items: line(sku, price) };
    if (db.orders.updateOne(known, { $inc: { total, "items.$.qty": qty } }).matchedCount === 1) return true;
    const missing = { _id: id };
    const push = { $inc: { total }, $push: { items: { sku, price, qty } } };
    if (db.orders.updateOne(missing, push).matchedCount === 1) return true;
  }
  return false;
}
