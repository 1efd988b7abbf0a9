// fails: gives-up
// says: round trips
// from: positional.js
// Tries again as long as nothing matches: for a deleted order that is for ever.

function addQty(db, id, sku, price, qty) {
  const total = price * qty;
  for (let attempt = 1; attempt <= 1000; attempt++) {
    const known = { _id: id, items: line(sku, price) };
    if (db.orders.updateOne(known, { $inc: { total, "items.$.qty": qty } }).matchedCount === 1) return true;
    const missing = { _id: id, items: { $not: line(sku, price) } };
    const push = { $inc: { total }, $push: { items: { sku, price, qty } } };
    if (db.orders.updateOne(missing, push).matchedCount === 1) return true;
  }
  return false;
}
