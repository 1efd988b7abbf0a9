// An order holds its lines and their total, and two browser windows edit it.

function setup(db, rows) {
  // rows.orders: [{ _id, total, items: [{ sku, price, qty }] }], money in cents
  db.orders.insertMany(rows.orders);
}

// { _id, total, items } or null
function order(db, id) {
  return db.orders.findOne({ _id: id });
}

// true, or false if there is no such order
function addQty(db, id, sku, price, qty) {
  return false;
}

// 0 removes the line; true, or false if there is no such line
function setQty(db, id, sku, price, qty) {
  return false;
}

function removeItem(db, id, sku, price) {
  return setQty(db, id, sku, price, 0);
}

function deleteOrder(db, id) {
  return db.orders.deleteOne({ _id: id }).deletedCount === 1;
}

// Run shows an order.
order(db, "o1");
