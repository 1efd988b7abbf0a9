// fails: rivals
// says: then order(db
// from: two-collections.js
// Looks whether the line is there, and then puts it there whether it still is or not.

function setup(db, rows) {
  db.lines.createIndex({ order: 1, sku: 1, price: 1 }, { unique: true });
  db.orders.insertMany(rows.orders.map(({ _id }) => ({ _id })));
  db.lines.insertMany(rows.orders.flatMap(({ _id, items }) => items.map((item) => ({ order: _id, ...item }))));
}

function setQty(db, id, sku, price, qty) {
  if (qty === 0) return removeItem(db, id, sku, price);
  if (!db.lines.findOne({ order: id, sku, price })) return false;
  db.lines.updateOne({ order: id, sku, price }, { $set: { qty } }, { upsert: true });
  return true;
}
