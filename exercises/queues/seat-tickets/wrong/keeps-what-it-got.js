// fails: rival
// says: got false and false
// from: seat-documents.js
// A hold that fails keeps the seats that it had claimed.

function hold(db, order, event, seats) {
  if (seats.length === 0) return false;
  try {
    db.orders.insertOne({ _id: order, state: "HOLDING", seats: seats.length, updated: new Date() });
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
  const claim = { state: "TAKEN", order, updated: new Date() };
  const claimed = seats.every(
    (seat) => db.seats.updateOne({ _id: { event, seat }, state: "AVAILABLE" }, { $set: claim }).modifiedCount === 1,
  );
  if (claimed && turn(db, order, "HOLDING", "CART")) {
    redraw(db, event, db.seats.findOne({ _id: { event, seat: seats[0] } }).section);
    return true;
  }
  // A seat was gone, or this client slept and others have swept the order away.
  return false;
}
