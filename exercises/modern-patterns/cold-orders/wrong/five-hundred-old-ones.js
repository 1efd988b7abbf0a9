// fails: history
// says: ordersOf(db, 'long', true): has
// from: b-transactions.js
// Takes at most 500 orders from the archive. The largest customer has more.

function ordersOf(db, customer, all) {
  const hot = db.hot.find(all ? { customer } : { customer, date: { $gte: limit() } }).sort({ date: -1, _id: 1 }).toArray();
  if (!all) return hot;
  const seen = new Set(hot.map(({ _id }) => _id));
  const cold = db.cold.find({ customer }).sort({ date: -1, _id: 1 }).limit(500).toArray().filter(({ _id }) => !seen.has(_id));
  return [...hot, ...cold].sort((a, b) => b.date - a.date || a._id - b._id);
}
