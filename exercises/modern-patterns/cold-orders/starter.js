// Old orders are copied, and stay where they were.

function setup(db, rows) {
  db.orders.insertMany(rows.orders);
  db.orders.createIndex({ customer: 1, date: -1 });
}

// midnight of this day, two years ago (UTC); orders before it are old
function limit() {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

// { _id, customer, date, state, total }, or null
function order(db, id) {
  return db.orders.findOne({ _id: id });
}

// newest first, equal dates by _id
function ordersOf(db, customer, all) {
  const { orders } = db;
  const found = all ? orders.find({ customer }) : orders.find({ customer, date: { $gte: limit() } });
  return found.sort({ date: -1 });
}

// false if unknown
function setState(db, id, state) {
  return db.orders.updateOne({ _id: id }, { $set: { state } }).matchedCount === 1;
}

function archive(db) {
  db.orders.aggregate([{ $match: { date: { $lt: limit() } } }, { $out: "cold" }]);
}

// Run archives, and counts.
archive(db);
printjson({ orders: db.orders.countDocuments(), cold: db.cold.countDocuments() });
