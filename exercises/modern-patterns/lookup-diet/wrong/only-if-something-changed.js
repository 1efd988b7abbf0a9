// fails: death
// says: which does not belong there
// from: a-copied-into-orders.js
// Skips the orders when the customer has the new town already: after a death they keep the old one.

function move(db, customer, { name, town }) {
  const { modifiedCount } = db.customers.updateOne({ _id: customer }, { $set: { name, town } });
  if (modifiedCount === 1) db.orders.updateMany({ customer }, { $set: { name, town } });
}
