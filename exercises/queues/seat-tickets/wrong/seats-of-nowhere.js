// fails: history
// says: returned true, promised false
// from: section-documents.js
// Accepts the order when one of the seats exists.

function hold(db, order, event, seats) {
  if (seats.length === 0) return false;
  const free = { event, seats: { $in: seats }, "orders.seats": { $nin: seats }, "orders._id": { $ne: order } };
  const wish = { _id: order, seats, state: "CART", updated: new Date() };
  return db.sections.updateOne(free, { $push: { orders: wish } }).modifiedCount === 1;
}
