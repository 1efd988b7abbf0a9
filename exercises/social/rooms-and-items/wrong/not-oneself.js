// fails: history
// says: missing is 'ann'
// from: a-own-places.js
// Leaves the player out of the list.

function view(db, player) {
  const found = db.players.findOne({ _id: player });
  if (!found) return null;
  const { room } = found;
  const ids = (cursor) => cursor.sort({ _id: 1 }).toArray().map(({ _id }) => _id);
  return {
    room,
    exits: db.rooms.findOne({ _id: room }).exits,
    players: ids(db.players.find({ room, _id: { $ne: player } })),
    items: ids(db.items.find({ room })),
    carrying: ids(db.items.find({ holder: player })),
  };
}
