// fails: flat
// says: inTown examined
// from: b-join-last.js
// Finds the customers by a scan of all customers, and their orders by a scan of all orders.

function setup(db, rows) {
  db.orders.createIndex({ at: -1, _id: 1 });
  db.orders.createIndex({ "lines.product": 1 });
  db.customers.insertMany(rows.customers);
  db.products.insertMany(rows.products);
  db.orders.insertMany(rows.orders);
}
