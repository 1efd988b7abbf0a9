// fails: history
// says: customer(db
// from: a-links-on-both-sides.js
// Takes each type that begins with "order" for an order.

function customer(db, id, n) {
  return db.things.find({ links: id, type: /^order/i }).sort({ date: -1, _id: 1 }).limit(n);
}
