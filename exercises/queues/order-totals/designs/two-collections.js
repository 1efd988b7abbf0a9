// Lines in a collection of their own, the total summed up when it is shown: small writes, two steps to delete, and a gap for readers.
// wins: When an order has thousands of lines, or when lines are worked on without their order.

function setup(db, rows) {
  db.lines.createIndex({ order: 1, sku: 1, price: 1 }, { unique: true });
  if (rows.orders.length === 0) return;
  db.orders.insertMany(rows.orders.map(({ _id }) => ({ _id })));
  const lines = rows.orders.flatMap(({ _id, items }) => items.map((item) => ({ order: _id, ...item })));
  if (lines.length > 0) db.lines.insertMany(lines);
}

function order(db, id) {
  if (!db.orders.findOne({ _id: id })) return null;
  const items = db.lines.find({ order: id }, { _id: 0, order: 0 }).toArray();
  return { _id: id, total: items.reduce((sum, { price, qty }) => sum + price * qty, 0), items };
}

function addQty(db, id, sku, price, qty) {
  if (!db.orders.findOne({ _id: id })) return false;
  db.lines.updateOne({ order: id, sku, price }, { $inc: { qty } }, { upsert: true });
  return true;
}

// A line that was added while its order was deleted does not count.
function setQty(db, id, sku, price, qty) {
  if (qty === 0) return removeItem(db, id, sku, price);
  if (!db.orders.findOne({ _id: id })) return false;
  return db.lines.updateOne({ order: id, sku, price }, { $set: { qty } }).matchedCount === 1;
}

function removeItem(db, id, sku, price) {
  if (!db.orders.findOne({ _id: id })) return false;
  return db.lines.deleteOne({ order: id, sku, price }).deletedCount === 1;
}

// The order goes first: without it nobody finds the lines.
function deleteOrder(db, id) {
  const deleted = db.orders.deleteOne({ _id: id }).deletedCount === 1;
  db.lines.deleteMany({ order: id });
  return deleted;
}
