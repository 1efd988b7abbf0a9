// Shows the orders of fifty customers of a town at most.
// fails: history
// says: missing is
// from: b-join-last.js

function inTown(db, town, n) {
  const customers = db.customers.find({ town }, { _id: 1 }).limit(50).toArray().map(({ _id }) => _id);
  return newest(db, { customer: { $in: customers } }, n);
}
