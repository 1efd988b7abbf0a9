// A partial index by date; the job makes the next one and drops the last.
// stars: lean-hot, steady, by-the-box

const KEY = { customer: 1, date: -1 };

function setup(db, rows) {
  db.orders.createIndex({ customer: 1, total: 1 });
  db.orders.insertMany(rows.orders);
  archive(db);
}

// Midnight of this day, two years ago.
function limit() {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

function order(db, id) {
  return db.orders.find({ _id: id }).limit(1).toArray()[0] ?? null;
}

function ordersOf(db, customer, all) {
  return db.orders.find(all ? { customer } : { customer, date: { $gte: limit() } }).sort({ date: -1, _id: 1 }).toArray();
}

function setState(db, id, state) {
  return db.orders.findOneAndUpdate({ _id: id }, { $set: { state } }) !== null;
}

function archive(db) {
  const name = `since ${limit().toISOString().slice(0, 10)}`;
  db.orders.createIndex(KEY, { name, partialFilterExpression: { date: { $gte: limit() } } });
  for (const index of db.orders.getIndexes()) {
    if (!index.name.startsWith("since ") || index.name >= name) continue;
    try {
      db.orders.dropIndex(index.name);
    } catch (error) {
      // Another job was quicker.
      if (error.codeName !== "IndexNotFound") throw error;
    }
  }
}
