// fails: history
// says: returned true, promised false
// from: positional.js
// An upsert creates an order that nobody has placed.

function addQty(db, id, sku, price, qty) {
  const total = price * qty;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const known = { _id: id, items: line(sku, price) };
    if (db.orders.updateOne(known, { $inc: { total, "items.$.qty": qty } }).matchedCount === 1) return true;
    const missing = { _id: id, items: { $not: line(sku, price) } };
    const push = { $inc: { total }, $push: { items: { sku, price, qty } } };
    try {
      db.orders.updateOne(missing, push, { upsert: true });
      return true;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
  return false;
}
