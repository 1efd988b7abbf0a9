// Each item and each player knows its own place, and one guarded write changes it.
// wins: When things and players move often, and rooms are not crowded.
// stars: one-write, no-repair

function setup(db, rows) {
  db.players.createIndex({ room: 1 });
  db.items.createIndex({ room: 1 });
  db.items.createIndex({ holder: 1 });
  db.rooms.insertMany(rows.rooms);
  db.players.insertMany(rows.players);
  db.items.insertMany(rows.items);
}

function pickUp(db, player, item) {
  const found = db.players.findOne({ _id: player });
  if (!found) return false;
  // If the player leaves meanwhile, they took the item before that.
  const take = { $set: { holder: player }, $unset: { room: "" } };
  return db.items.updateOne({ _id: item, room: found.room }, take).modifiedCount === 1;
}

function move(db, player, exit) {
  for (;;) {
    const found = db.players.findOne({ _id: player });
    const exits = found ? db.rooms.findOne({ _id: found.room }).exits : {};
    if (!Object.hasOwn(exits, exit)) return null;
    const to = exits[exit];
    if (db.players.updateOne({ _id: player, room: found.room }, { $set: { room: to } }).matchedCount === 1) return to;
  }
}

function view(db, player) {
  const found = db.players.findOne({ _id: player });
  if (!found) return null;
  const { room } = found;
  const ids = (cursor) => cursor.sort({ _id: 1 }).toArray().map(({ _id }) => _id);
  return {
    room,
    exits: db.rooms.findOne({ _id: room }).exits,
    players: ids(db.players.find({ room }, { _id: 1 })),
    items: ids(db.items.find({ room }, { _id: 1 })),
    carrying: ids(db.items.find({ holder: player }, { _id: 1 })),
  };
}

function repair(db) {
  // Nothing is ever half done.
}
