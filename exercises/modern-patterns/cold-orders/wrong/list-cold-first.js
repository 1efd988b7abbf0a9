// fails: rivals
// says: ordersOf
// from: b-transactions.js
// Reads the cold list first: an order that moves between the two reads is in neither list.

function ordersOf(db, customer, all) {
  if (!all) return db.hot.find({ customer, date: { $gte: limit() } }).sort({ date: -1, _id: 1 }).toArray();
  const cold = db.cold.find({ customer }).toArray();
  const seen = new Set(cold.map(({ _id }) => _id));
  const hot = db.hot.find({ customer }).toArray().filter(({ _id }) => !seen.has(_id));
  return [...hot, ...cold].sort((a, b) => b.date - a.date || a._id - b._id);
}
