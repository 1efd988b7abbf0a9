// A transaction moves a batch: each order is in one place, and nobody sees it on the way.
// wins: When both collections are in one cluster, and nothing may be stored twice at any moment.
// stars: lean-hot, steady

function setup(db, rows) {
  for (const orders of [db.hot, db.cold]) orders.createIndex({ customer: 1, date: -1, _id: 1 });
  db.hot.createIndex({ date: 1 });
  db.hot.insertMany(rows.orders);
}

// Midnight of this day, two years ago.
function limit() {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

function order(db, id) {
  return db.hot.findOne({ _id: id }) ?? db.cold.findOne({ _id: id });
}

// Hot first: what is moved between the two reads is seen twice, never missed.
function ordersOf(db, customer, all) {
  const hot = db.hot.find(all ? { customer } : { customer, date: { $gte: limit() } }).sort({ date: -1, _id: 1 }).toArray();
  if (!all) return hot;
  const seen = new Set(hot.map(({ _id }) => _id));
  const cold = db.cold.find({ customer }).toArray().filter(({ _id }) => !seen.has(_id));
  return [...hot, ...cold].sort((a, b) => b.date - a.date || a._id - b._id);
}

function setState(db, id, state) {
  const change = { $set: { state } };
  return db.hot.updateOne({ _id: id }, change).matchedCount === 1 || db.cold.updateOne({ _id: id }, change).matchedCount === 1;
}

function archive(db) {
  const session = db.getMongo().startSession();
  try {
    while (session.withTransaction(() => moveBatch(session.getDatabase(db.getName()))));
  } finally {
    session.endSession();
  }
}

// Moves up to 500 orders; returns whether there were any.
function moveBatch({ hot, cold }) {
  const old = hot.find({ date: { $lt: limit() } }).limit(500).toArray();
  if (old.length === 0) return false;
  cold.insertMany(old);
  hot.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
  return true;
}
