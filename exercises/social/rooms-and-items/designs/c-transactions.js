// Rooms list players and items, players list what they carry; a transaction changes all of them together.
// wins: When views are most frequent, and the few conflicts in crowded rooms can be tried again.
// stars: lean-view, no-repair

function setup(db, rows) {
  db.rooms.insertMany(rows.rooms.map((room) => ({
    ...room,
    items: rows.items.filter((item) => item.room === room._id).map(({ _id }) => _id),
    players: rows.players.filter((player) => player.room === room._id).map(({ _id }) => _id),
  })));
  db.players.insertMany(rows.players.map((player) => ({ ...player, carrying: [] })));
}

function together(db, action) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => action(session.getDatabase(db.getName())));
  } finally {
    session.endSession();
  }
}

function pickUp(db, player, item) {
  return together(db, ({ rooms, players }) => {
    const found = players.findOne({ _id: player });
    if (!found || rooms.updateOne({ _id: found.room, items: item }, { $pull: { items: item } }).modifiedCount === 0) return false;
    players.updateOne({ _id: player }, { $push: { carrying: item } });
    return true;
  });
}

function move(db, player, exit) {
  return together(db, ({ rooms, players }) => {
    const found = players.findOne({ _id: player });
    const exits = found ? rooms.findOne({ _id: found.room }).exits : {};
    if (!Object.hasOwn(exits, exit)) return null;
    const to = exits[exit];
    rooms.updateOne({ _id: found.room }, { $pull: { players: player } });
    rooms.updateOne({ _id: to }, { $push: { players: player } });
    players.updateOne({ _id: player }, { $set: { room: to } });
    return to;
  });
}

function view(db, player) {
  const found = db.players.findOne({ _id: player });
  if (!found) return null;
  const { _id: room, exits, items, players } = db.rooms.findOne({ _id: found.room });
  return { room, exits, players: players.sort(), items: items.sort(), carrying: found.carrying.sort() };
}

function repair(db) {
  // The server ends the transactions of dead clients by itself.
}
