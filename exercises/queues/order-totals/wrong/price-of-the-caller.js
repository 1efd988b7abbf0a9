// fails: history
// says: promised
// from: positional.js
// Recognises a line by its article alone, and counts with the caller's price.

function addQty(db, id, sku, price, qty) {
  const total = price * qty;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const known = { _id: id, "items.sku": sku };
    if (db.orders.updateOne(known, { $inc: { total, "items.$.qty": qty } }).matchedCount === 1) return true;
    const missing = { _id: id, items: { $not: line(sku, price) } };
    const push = { $inc: { total }, $push: { items: { sku, price, qty } } };
    if (db.orders.updateOne(missing, push).matchedCount === 1) return true;
  }
  return false;
}
