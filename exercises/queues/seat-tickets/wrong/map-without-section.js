// fails: late
// says: the map of
// from: seat-documents.js
// Writes into the first map of the event that it finds.

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
    const taken = Object.fromEntries(seats.map((seat) => [`seats.${seat}`, 0]));
    db.seat_maps.updateOne({ "_id.event": event }, { $set: taken });
    return true;
  }
  // A seat was gone, or this client slept and others have swept the order away.
  turn(db, order, "HOLDING", "RELEASING");
  letGo(db, order);
  return false;
}
