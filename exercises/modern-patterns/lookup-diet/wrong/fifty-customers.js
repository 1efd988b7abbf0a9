// Shows the orders of fifty customers of a town at most.
// fails: crowd
// says: after 120 customers moved there returned
// from: b-join-last.js

function inTown(db, town, n) {
  const customers = db.customers.find({ town }, { _id: 1 }).limit(50).toArray().map(({ _id }) => _id);
  return newest(db, { customer: { $in: customers } }, n);
}
