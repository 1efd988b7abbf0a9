// fails: history
// says: `carrying`
// from: c-transactions.js
// Keeps the hundred items that were taken last.

function pickUp(db, player, item) {
  return together(db, ({ rooms, players }) => {
    const found = players.findOne({ _id: player });
    if (!found || rooms.updateOne({ _id: found.room, items: item }, { $pull: { items: item } }).modifiedCount === 0) return false;
    players.updateOne({ _id: player }, { $push: { carrying: { $each: [item], $slice: -100 } } });
    return true;
  });
}
