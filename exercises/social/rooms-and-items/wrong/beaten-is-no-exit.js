// fails: rivals
// says: returned null
// from: a-own-places.js
// Does not try again after another move of the player, and says that there is no such exit.

function move(db, player, exit) {
  const found = db.players.findOne({ _id: player });
  const exits = found ? db.rooms.findOne({ _id: found.room }).exits : {};
  if (!Object.hasOwn(exits, exit)) return null;
  const to = exits[exit];
  const { matchedCount } = db.players.updateOne({ _id: player, room: found.room }, { $set: { room: to } });
  return matchedCount === 1 ? to : null;
}
