// fails: rival
// says: got true and true
// from: seat-documents.js
// Claims a seat by its _id, even when somebody has it.

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
    (seat) => db.seats.updateOne({ _id: { event, seat } }, { $set: claim }).modifiedCount === 1,
  );
  if (claimed && turn(db, order, "HOLDING", "CART")) {
    redraw(db, event, db.seats.findOne({ _id: { event, seat: seats[0] } }).section);
    return true;
  }
  // A seat was gone, or this client slept and others have swept the order away.
  turn(db, order, "HOLDING", "RELEASING");
  letGo(db, order);
  return false;
}
