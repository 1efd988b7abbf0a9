// fails: history
// says: in another order
// from: a-links-on-both-sides.js
// Leaves the order of equal times to chance.

function customer(db, id, n) {
  return db.things.find({ links: id, type: "order" }).sort({ date: -1, total: 1 }).limit(n);
}
