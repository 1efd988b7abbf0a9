// The client computes the order and writes it back under the version that it has read; the client that comes second reads again.

function setup(db, rows) {
  db.orders.insertMany(rows.orders.map((order) => ({ ...order, version: 0 })));
}

function order(db, id) {
  return db.orders.findOne({ _id: id }, { version: 0 });
}

function edit(db, id, change) {
  for (;;) {
    const found = db.orders.findOne({ _id: id });
    const items = found && change(found.items);
    if (!items) return false;
    const total = items.reduce((sum, { price, qty }) => sum + price * qty, 0);
    const asRead = { _id: id, version: found.version };
    if (db.orders.updateOne(asRead, { $set: { items, total }, $inc: { version: 1 } }).modifiedCount === 1) return true;
  }
}

const isLine = (sku, price) => (item) => item.sku === sku && item.price === price;

function addQty(db, id, sku, price, qty) {
  return edit(db, id, (items) => {
    const known = items.find(isLine(sku, price))?.qty ?? 0;
    return [...items.filter((item) => !isLine(sku, price)(item)), { sku, price, qty: known + qty }];
  });
}

function setQty(db, id, sku, price, qty) {
  return edit(db, id, (items) => {
    if (!items.some(isLine(sku, price))) return null;
    const others = items.filter((item) => !isLine(sku, price)(item));
    return qty === 0 ? others : [...others, { sku, price, qty }];
  });
}

function removeItem(db, id, sku, price) {
  return setQty(db, id, sku, price, 0);
}

function deleteOrder(db, id) {
  return db.orders.findOneAndDelete({ _id: id }) !== null;
}
