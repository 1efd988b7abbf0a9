// fails: history
// says: returned true, promised false
// from: section-documents.js
// Lets an order hold seats a second time.

function hold(db, order, event, seats) {
  if (seats.length === 0) return false;
  const free = { event, seats: { $all: seats }, "orders.seats": { $nin: seats } };
  const wish = { _id: order, seats, state: "CART", updated: new Date() };
  return db.sections.updateOne(free, { $push: { orders: wish } }).modifiedCount === 1;
}
