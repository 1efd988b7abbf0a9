// Rooms list players and items. A mark on the item decides who has it; numbered moves say which entry of a list is newer.
// wins: When there are far more views than moves, and rooms are crowded.
// stars: lean-view

function setup(db, rows) {
  db.rooms.createIndex({ "items.by": 1 }, { sparse: true });
  db.rooms.insertMany(rows.rooms.map((room) => ({
    ...room,
    items: rows.items.filter((item) => item.room === room._id).map(({ _id, name }) => ({ _id, name })),
    players: rows.players.filter((player) => player.room === room._id).map(({ _id }) => ({ _id, n: 0, here: true })),
  })));
  db.players.insertMany(rows.players.map((player) => ({ ...player, n: 0, carrying: [] })));
}

function pickUp(db, player, item) {
  const found = db.players.findOne({ _id: player });
  if (!found) return false;
  // The mark decides. From now on the item is the player's, and anybody may do the rest.
  const free = { _id: found.room, items: { $elemMatch: { _id: item, by: { $exists: false } } } };
  if (db.rooms.updateOne(free, { $set: { "items.$.by": player } }).modifiedCount === 0) return false;
  handOver(db, found.room, item, player);
  return true;
}

function handOver(db, room, item, player) {
  db.players.updateOne({ _id: player }, { $addToSet: { carrying: item } });
  db.rooms.updateOne({ _id: room }, { $pull: { items: { _id: item } } });
}

// Enters in a room's list whether a player is there after their nth move, unless the list knows of a later one.
function enter(db, room, player, n, here) {
  const older = { _id: room, players: { $not: { $elemMatch: { _id: player, n: { $gte: n } } } } };
  const others = { $filter: { input: "$players", as: "p", cond: { $ne: ["$$p._id", { $literal: player }] } } };
  db.rooms.updateOne(older, [{ $set: { players: { $concatArrays: [others, [{ $literal: { _id: player, n, here } }]] } } }]);
}

function move(db, player, exit) {
  for (;;) {
    const found = db.players.findOne({ _id: player });
    const exits = found ? db.rooms.findOne({ _id: found.room }).exits : {};
    if (!Object.hasOwn(exits, exit)) return null;
    const to = exits[exit];
    const n = found.n + 1;
    if (db.players.updateOne({ _id: player, n: found.n }, { $set: { room: to, n } }).modifiedCount === 0) continue;
    enter(db, to, player, n, true);
    if (to !== found.room) enter(db, found.room, player, n, false);
    return to;
  }
}

function view(db, player) {
  const found = db.players.findOne({ _id: player });
  if (!found) return null;
  const { _id: room, exits, items, players } = db.rooms.findOne({ _id: found.room });
  const ids = (list) => list.map(({ _id }) => _id).sort();
  return { room, exits, players: ids(players.filter(({ here }) => here)), items: ids(items.filter(({ by }) => by === undefined)), carrying: [...found.carrying].sort() };
}

function repair(db) {
  const players = new Map(db.players.find().toArray().map((player) => [player._id, player]));
  for (const room of db.rooms.find().toArray()) {
    for (const { _id, by } of room.items) if (by !== undefined) handOver(db, room._id, _id, by);
    for (const { _id, here } of room.players) {
      const player = players.get(_id);
      if (here && player.room !== room._id) enter(db, room._id, _id, player.n, false);
    }
  }
  for (const { _id, room, n } of players.values()) if (n > 0) enter(db, room, _id, n, true);
}
