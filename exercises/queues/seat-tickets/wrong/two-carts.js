// fails: one-cart
// says: the order has seats already
// from: section-documents.js
// Looks whether the order has seats before it claims some: two windows at once fill two carts.

function hold(db, order, event, seats) {
  if (seats.length === 0) return false;
  if (db.sections.findOne({ "orders._id": order })) return false;
  const free = { event, seats: { $all: seats }, "orders.seats": { $nin: seats } };
  const wish = { _id: order, seats, state: "CART", updated: new Date() };
  return db.sections.updateOne(free, { $push: { orders: wish } }).modifiedCount === 1;
}
