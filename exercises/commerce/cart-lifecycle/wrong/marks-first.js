// fails: dies
// says: a client died in expire; after resume
// from: a-line-by-line.js
// Marks the cart as expired before its lines are back: nobody finds it again.

function expire(db, seconds) {
  const touched = { $lt: ago(seconds) };
  for (const cart of db.carts.find({ status: "active", touched }).toArray()) {
    if (turn(db, cart._id, "active", "expired", { touched })) letGo(db, cart, true);
  }
}
