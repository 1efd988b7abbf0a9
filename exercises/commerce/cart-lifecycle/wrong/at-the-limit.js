// fails: expires
// says: active and untouched for 900 seconds
// from: a-line-by-line.js
// Takes "for longer" for "for at least".

function expire(db, seconds) {
  const touched = { $lte: ago(seconds) };
  for (const cart of db.carts.find({ status: "active", touched }).toArray()) {
    if (turn(db, cart._id, "active", "expiring", { touched })) finishExpiring(db, cart);
  }
}
