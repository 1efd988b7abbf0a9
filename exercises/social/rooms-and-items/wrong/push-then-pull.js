// fails: rivals
// says: returned true, promised false
// from: c-transactions.js
// Enters the item with the player first, and then takes it out of the room.

function pickUp(db, player, item) {
  const found = db.players.findOne({ _id: player });
  if (!found || !db.rooms.findOne({ _id: found.room, items: item })) return false;
  db.players.updateOne({ _id: player }, { $push: { carrying: item } });
  db.rooms.updateOne({ _id: found.room }, { $pull: { items: item } });
  return true;
}
