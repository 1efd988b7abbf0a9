// fails: history
// says: 'n.e') returned null
// from: a-own-places.js
// Writes the exit into a path, where a dot leads into a document.

function move(db, player, exit) {
  for (;;) {
    const found = db.players.findOne({ _id: player });
    const room = found && db.rooms.findOne({ _id: found.room, [`exits.${exit}`]: { $exists: true } });
    if (!room) return null;
    const to = room.exits[exit];
    if (db.players.updateOne({ _id: player, room: found.room }, { $set: { room: to } }).matchedCount === 1) return to;
  }
}
