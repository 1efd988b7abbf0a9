// Old orders are copied, and deleted where they have not changed since; a reader asks the hot collection first.
// wins: When old orders go to another cluster or to cheaper storage, where no transaction reaches both.
// stars: lean-hot

const ORDERED = { $sort: { date: -1, _id: 1 } };

function setup(db, rows) {
  for (const orders of [db.hot, db.cold]) orders.createIndex({ customer: 1, date: -1, _id: 1 });
  db.hot.insertMany(rows.orders.map((order) => ({ ...order, version: 1 })));
}

// Midnight of this day, two years ago.
function limit() {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear() - 2, today.getUTCMonth(), today.getUTCDate()));
}

function order(db, id) {
  return db.hot.findOne({ _id: id }) ?? db.cold.findOne({ _id: id });
}

// An order that is on its way is in both; the hot one, which is read first, counts.
function ordersOf(db, customer, all) {
  if (!all) return db.hot.find({ customer, date: { $gte: limit() } }).sort({ date: -1, _id: 1 });
  const pipeline = [
    { $match: { customer } },
    { $unionWith: { coll: "cold", pipeline: [{ $match: { customer } }] } },
    { $group: { _id: "$_id", order: { $first: "$$ROOT" } } },
    { $replaceRoot: { newRoot: "$order" } },
    ORDERED,
  ];
  return db.hot.aggregate(pipeline);
}

function setState(db, id, state) {
  const change = [{ $set: { state: { $literal: state }, version: { $add: ["$version", 1] } } }];
  return db.hot.updateOne({ _id: id }, change).matchedCount === 1 || db.cold.updateOne({ _id: id }, change).matchedCount === 1;
}

// A copy that comes late, from a job that was overtaken, does not replace a newer one.
function archive(db) {
  const newer = { $cond: [{ $gt: ["$$new.version", "$version"] }, "$$new", "$$ROOT"] };
  const into = { into: "cold", whenMatched: [{ $replaceRoot: { newRoot: newer } }], whenNotMatched: "insert" };
  const old = { date: { $lt: limit() } };
  db.hot.aggregate([{ $match: old }, { $merge: into }]);
  const ids = db.hot.find(old, { _id: 1 }).map(({ _id }) => _id).toArray();
  const copies = db.cold.find({ _id: { $in: ids } }, { version: 1 }).toArray();
  if (copies.length === 0) return;
  db.hot.bulkWrite(copies.map(({ _id, version }) => ({ deleteOne: { filter: { _id, version } } })));
}
