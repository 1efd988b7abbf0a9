// fails: expires
// says: complete and untouched for
// from: a-line-by-line.js
// Takes every cart that is old for abandoned, sold ones as well.

function expire(db, seconds) {
  const touched = { $lt: ago(seconds) };
  for (const cart of db.carts.find({ touched }).toArray()) {
    if (turn(db, cart._id, cart.status, "expiring", { touched })) finishExpiring(db, cart);
  }
}
