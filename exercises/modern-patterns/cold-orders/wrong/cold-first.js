// fails: rivals
// says: order
// from: a-copy-and-compare.js
// Asks the cold collection first: an order that moves between the two reads is in neither.

function order(db, id) {
  return db.cold.findOne({ _id: id }) ?? db.hot.findOne({ _id: id });
}
