// fails: history
// says: not expected is 'lamp'
// from: b-claims.js
// Pulls by a field that the list does not have: no error, and nothing is removed.

function view(db, player) {
  const found = db.players.findOne({ _id: player });
  if (!found) return null;
  const { _id: room, exits, items, players } = db.rooms.findOne({ _id: found.room });
  const ids = (list) => list.map(({ _id }) => _id).sort();
  return { room, exits, players: ids(players.filter(({ here }) => here)), items: ids(items), carrying: [...found.carrying].sort() };
}

function handOver(db, room, item, player) {
  db.players.updateOne({ _id: player }, { $addToSet: { carrying: item } });
  db.rooms.updateOne({ _id: room }, { $pull: { items: { item } } });
}
