// fails: history
// says: missing is
// from: b-join-last.js
// Takes the newest orders first, and then those of the town among them.

function inTown(db, town, n) {
  const orders = newest(db, {}, n);
  const customers = db.customers.find({ town }, { _id: 1 }).toArray().map(({ _id }) => _id);
  const own = new Set(db.orders.find({ _id: { $in: orders.map(({ _id }) => _id) }, customer: { $in: customers } }).toArray().map(({ _id }) => _id));
  return orders.filter(({ _id }) => own.has(_id));
}
