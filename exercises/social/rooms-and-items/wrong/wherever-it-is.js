// fails: history
// says: returned true, promised false
// from: a-own-places.js
// Takes the item by its _id alone, wherever it is, even in somebody's hands.

function pickUp(db, player, item) {
  if (!db.players.findOne({ _id: player })) return false;
  return db.items.updateOne({ _id: item }, { $set: { holder: player }, $unset: { room: "" } }).modifiedCount === 1;
}
