// fails: rivals
// says: ordersOf
// from: a-copy-and-compare.js
// Joins the two lists as they are: an order that is on its way comes twice.

function ordersOf(db, customer, all) {
  if (!all) return db.hot.find({ customer, date: { $gte: limit() } }).sort({ date: -1, _id: 1 });
  const cold = { coll: "cold", pipeline: [{ $match: { customer } }] };
  return db.hot.aggregate([{ $match: { customer } }, { $unionWith: cold }, ORDERED]);
}
