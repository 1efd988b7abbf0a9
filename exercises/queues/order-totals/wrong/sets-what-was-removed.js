// fails: rival-line
// says: the quantity is 20; one after the other they give 0
// Looks whether the line is there, and then puts it there whether it still is or not.

function setup(db, rows) {
  db.lines.createIndex({ order: 1, sku: 1, price: 1 }, { unique: true });
  db.orders.insertMany(rows.orders.map(({ _id }) => ({ _id })));
  db.lines.insertMany(rows.orders.flatMap(({ _id, items }) => items.map((item) => ({ order: _id, ...item }))));
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

function setQty(db, id, sku, price, qty) {
  if (qty === 0) return removeItem(db, id, sku, price);
  if (!db.lines.findOne({ order: id, sku, price })) return false;
  db.lines.updateOne({ order: id, sku, price }, { $set: { qty } }, { upsert: true });
  return true;
}

function removeItem(db, id, sku, price) {
  return db.lines.deleteOne({ order: id, sku, price }).deletedCount === 1;
}

function deleteOrder(db, id) {
  const deleted = db.orders.deleteOne({ _id: id }).deletedCount === 1;
  db.lines.deleteMany({ order: id });
  return deleted;
}
