// fails: crashes
// says: the client died in
// from: positional.js
// Changes the line in one update and the total in another.

function addQty(db, id, sku, price, qty) {
  const total = price * qty;
  for (let attempt = 1; attempt <= 3; attempt++) {
    const known = { _id: id, items: line(sku, price) };
    if (db.orders.updateOne(known, { $inc: { "items.$.qty": qty } }).matchedCount === 1) {
      db.orders.updateOne({ _id: id }, { $inc: { total } });
      return true;
    }
    const missing = { _id: id, items: { $not: line(sku, price) } };
    const push = { $inc: { total }, $push: { items: { sku, price, qty } } };
    if (db.orders.updateOne(missing, push).matchedCount === 1) return true;
  }
  return false;
}
