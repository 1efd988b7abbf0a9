// fails: history
// says: returned null, promised 'market'
// from: a-own-places.js
// Takes a move for failed if nothing was modified: an exit that leads back changes nothing.

function move(db, player, exit) {
  const found = db.players.findOne({ _id: player });
  const exits = found ? db.rooms.findOne({ _id: found.room }).exits : {};
  if (!Object.hasOwn(exits, exit)) return null;
  const to = exits[exit];
  return db.players.updateOne({ _id: player, room: found.room }, { $set: { room: to } }).modifiedCount === 1 ? to : null;
}
