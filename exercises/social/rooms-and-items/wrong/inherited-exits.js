// fails: history
// says: move returned a function
// from: a-own-places.js
// Takes any property of the exits for an exit: objects inherit `constructor`.

function move(db, player, exit) {
  for (;;) {
    const found = db.players.findOne({ _id: player });
    const to = found && db.rooms.findOne({ _id: found.room }).exits[exit];
    if (!to) return null;
    if (db.players.updateOne({ _id: player, room: found.room }, { $set: { room: to } }).matchedCount === 1) return to;
  }
}
