// fails: history
// says: not expected is
// from: b-transactions.js
// Shows what lies in the hot collection, also orders that have become old since the job ran.

function ordersOf(db, customer, all) {
  const hot = db.hot.find({ customer }).sort({ date: -1, _id: 1 }).toArray();
  if (!all) return hot;
  const seen = new Set(hot.map(({ _id }) => _id));
  return [...hot, ...db.cold.find({ customer }).sort({ date: -1, _id: 1 }).toArray().filter(({ _id }) => !seen.has(_id))];
}
