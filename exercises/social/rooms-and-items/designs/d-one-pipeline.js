// Each item and each player knows its own place; one pipeline joins them into a view.
// wins: When players are far from the database and every trip is slow.
// stars: one-write, one-trip, no-repair

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
  const ids = (from, localField, foreignField, as) => ({
    $lookup: { from, localField, foreignField, pipeline: [{ $sort: { _id: 1 } }, { $project: { _id: 1 } }], as },
  });
  const [found] = db.players
    .aggregate([
      { $match: { _id: player } },
      { $lookup: { from: "rooms", localField: "room", foreignField: "_id", as: "place" } },
      ids("players", "room", "room", "players"),
      ids("items", "room", "room", "items"),
      ids("items", "_id", "holder", "carrying"),
    ])
    .toArray();
  if (!found) return null;
  const list = (name) => found[name].map(({ _id }) => _id);
  return { room: found.room, exits: found.place[0].exits, players: list("players"), items: list("items"), carrying: list("carrying") };
}

function repair(db) {
}
