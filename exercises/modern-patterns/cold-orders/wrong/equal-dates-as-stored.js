// fails: sorted
// says: at place
// from: b-transactions.js
// Sorts by the date alone: orders of one moment stay as they were stored.

function ordersOf(db, customer, all) {
  const hot = db.hot.find(all ? { customer } : { customer, date: { $gte: limit() } }).toArray();
  const seen = new Set(hot.map(({ _id }) => _id));
  const cold = all ? db.cold.find({ customer }).toArray().filter(({ _id }) => !seen.has(_id)) : [];
  return [...hot, ...cold].sort((a, b) => b.date - a.date);
}
