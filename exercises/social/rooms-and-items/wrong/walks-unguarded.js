// fails: rivals
// says: at the same moment
// from: a-own-places.js
// Does not ask whether the player is still in the room whose exit was read.

function move(db, player, exit) {
  const found = db.players.findOne({ _id: player });
  const exits = found ? db.rooms.findOne({ _id: found.room }).exits : {};
  if (!Object.hasOwn(exits, exit)) return null;
  const to = exits[exit];
  db.players.updateOne({ _id: player }, { $set: { room: to } });
  return to;
}
