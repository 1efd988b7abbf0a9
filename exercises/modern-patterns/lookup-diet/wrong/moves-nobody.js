// fails: history
// says: name` is
// from: a-copied-into-orders.js
// Writes into the orders of a customer who is not there.

function move(db, customer, { name, town }) {
  db.customers.updateOne({ _id: customer }, { $set: { name, town } });
  db.orders.updateMany({ customer }, { $set: { name, town } });
}
