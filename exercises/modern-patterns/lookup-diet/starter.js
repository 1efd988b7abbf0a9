// Orders with customers and products. The newest are found, and nothing is joined yet.

function setup(db, rows) {
  db.customers.insertMany(rows.customers);
  db.products.insertMany(rows.products);
  db.orders.insertMany(rows.orders);
}

// [{ _id, name, at, titles }], newest first, equal times by _id
function latest(db, n) {
  return db.orders.find().sort({ at: -1, _id: 1 }).limit(n);
}

function inTown(db, town, n) {
  return [];
}

// change: { name, town }
function move(db, customer, change) {
  db.customers.updateOne({ _id: customer }, { $set: change });
}

// pieces ordered
function productSales(db, product) {
  return 0;
}

// Run shows the three newest orders.
latest(db, 3);
