// One collection; a partial index holds the orders with a mark, and the job takes the mark away.
// wins: When a small index is all that is wanted: no order moves, so nothing can be lost or doubled.
// stars: lean-hot, steady

function setup(db, rows) {
  db.orders.createIndex({ customer: 1, date: -1, _id: 1 }, { partialFilterExpression: { hot: true } });
  db.orders.createIndex({ customer: 1 });
  db.orders.insertMany(rows.orders.map((order) => ({ ...order, hot: true })));
}

// Midnight of this day, two years ago.
function limit() {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

function order(db, id) {
  return db.orders.findOne({ _id: id });
}

function ordersOf(db, customer, all) {
  const filter = all ? { customer } : { customer, hot: true, date: { $gte: limit() } };
  return db.orders.find(filter).sort({ date: -1, _id: 1 });
}

function setState(db, id, state) {
  return db.orders.updateOne({ _id: id }, { $set: { state } }).matchedCount === 1;
}

function archive(db) {
  db.orders.updateMany({ hot: true, date: { $lt: limit() } }, { $unset: { hot: "" } });
}
