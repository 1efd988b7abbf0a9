// fails: history
// says: inTown(db,
// from: c-town-in-orders.js
// Moves the customer and leaves the town in the orders.

function move(db, customer, change) {
  db.customers.updateOne({ _id: customer }, { $set: change });
}
