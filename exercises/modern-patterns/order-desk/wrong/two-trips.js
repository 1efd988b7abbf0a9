// fails: one-trip
// says: round trips
// from: a-links-on-both-sides.js
// Reads the order, and then all that it is linked to.

function desk(db, order) {
  const found = db.things.findOne({ _id: order });
  return found ? db.things.find({ _id: { $in: found.links } }).sort({ type: 1, _id: 1 }).toArray() : [];
}
