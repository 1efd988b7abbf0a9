// fails: beside
// says: while a customer moved
// from: a-copied-into-orders.js
// Deletes the customer's orders and inserts them with the new town: in between they are gone.

function move(db, customer, { name, town }) {
  const { matchedCount } = db.customers.updateOne({ _id: customer }, { $set: { name, town } });
  const orders = db.orders.find({ customer }).toArray();
  if (matchedCount === 0 || orders.length === 0) return;
  db.orders.deleteMany({ customer });
  db.orders.insertMany(orders.map((order) => ({ ...order, name, town })));
}
