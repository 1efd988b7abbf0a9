// fails: lean-hot
// says: orders, 
// from: d-partial-index.js
// The job does nothing, and the default page walks the index of all ten years.

function setup(db, rows) {
  db.orders.createIndex({ customer: 1, date: -1, _id: 1 });
  db.orders.insertMany(rows.orders);
}

function ordersOf(db, customer, all) {
  const filter = all ? { customer } : { customer, date: { $gte: limit() } };
  return db.orders.find(filter).sort({ date: -1, _id: 1 });
}

function archive(db) {}
