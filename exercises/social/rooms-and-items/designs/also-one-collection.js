// Players and items are in one collection, each with the place where it is: one find gives all of a room.
// wins: When things can contain other things, and players are things, too.
// stars: one-write, no-repair

const key = (kind, id) => `${kind}:${id}`;
const bare = ({ _id }) => _id.slice(_id.indexOf(":") + 1);

function setup(db, rows) {
  db.rooms.insertMany(rows.rooms);
  db.things.insertMany([
    ...rows.players.map(({ _id, room }) => ({ _id: key("player", _id), in: key("room", room) })),
    ...rows.items.map(({ _id, name, room }) => ({ _id: key("item", _id), name, in: key("room", room) })),
  ]);
  db.things.createIndex({ in: 1, _id: 1 });
}

function pickUp(db, player, item) {
  const me = db.things.findOne({ _id: key("player", player) });
  return me !== null && db.things.findOneAndUpdate({ _id: key("item", item), in: me.in }, { $set: { in: me._id } }) !== null;
}

function move(db, player, exit) {
  const me = db.things.findOne({ _id: key("player", player) });
  if (me === null) return null;
  const { exits } = db.rooms.findOne({ _id: me.in.slice(5) });
  if (!Object.hasOwn(exits, exit)) return null;
  const { matchedCount } = db.things.updateOne({ _id: me._id, in: me.in }, { $set: { in: key("room", exits[exit]) } });
  return matchedCount === 1 ? exits[exit] : move(db, player, exit);
}

function view(db, player) {
  const me = db.things.findOne({ _id: key("player", player) });
  if (me === null) return null;
  const around = db.things.find({ in: { $in: [me.in, me._id] } }).sort({ _id: 1 }).toArray();
  const those = (kind, place) => around.filter((thing) => thing.in === place && thing._id.startsWith(`${kind}:`)).map(bare);
  const room = me.in.slice(5);
  return { room, exits: db.rooms.findOne({ _id: room }).exits, players: those("player", me.in), items: those("item", me.in), carrying: those("item", me._id) };
}

function repair() {}
