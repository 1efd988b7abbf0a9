// Players and items each know their room.

function setup(db, rows) {
  db.rooms.insertMany(rows.rooms);
  db.players.insertMany(rows.players);
  db.items.insertMany(rows.items);
}

// true, or false if it is not in their room
function pickUp(db, player, item) {
  db.items.updateOne({ _id: item }, { $set: { holder: player }, $unset: { room: "" } });
  return true;
}

// the new room, or null
function move(db, player, exit) {
  return null;
}

// { room, exits, players, items, carrying }
function view(db, player) {
  const found = db.players.findOne({ _id: player });
  if (!found) return null;
  const { exits } = db.rooms.findOne({ _id: found.room });
  const ids = (list) => list.map(({ _id }) => _id).sort();
  return {
    room: found.room,
    exits,
    players: ids(db.players.find({ room: found.room }).toArray()),
    items: ids(db.items.find({ room: found.room }).toArray()),
    carrying: ids(db.items.find({ holder: player }).toArray()),
  };
}

function repair(db) {
}

// Run shows what ann sees.
view(db, "ann");
