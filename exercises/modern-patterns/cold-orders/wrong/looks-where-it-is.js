// fails: rivals
// says: setState
// from: b-transactions.js
// Asks first where the order is, and writes there: meanwhile it moves.

function setState(db, id, state) {
  const place = db.hot.findOne({ _id: id }) ? db.hot : db.cold;
  return place.updateOne({ _id: id }, { $set: { state } }).matchedCount === 1;
}
