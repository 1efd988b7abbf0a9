// fails: plays
// says: where that exit leads to "market"
// from: a-own-places.js
// Takes a move for failed if nothing was modified: an exit that leads back changes nothing.

function move(db, player, exit) {
  const found = db.players.findOne({ _id: player });
  const to = found && db.rooms.findOne({ _id: found.room }).exits[exit];
  if (!to) return null;
  return db.players.updateOne({ _id: player, room: found.room }, { $set: { room: to } }).modifiedCount === 1 ? to : null;
}
