// fails: rivals
// says: at the same moment
// from: b-claims.js
// Enters players in lists without asking which move is newer.

function enter(db, room, player, n, here) {
  const others = { $filter: { input: "$players", as: "p", cond: { $ne: ["$$p._id", { $literal: player }] } } };
  db.rooms.updateOne({ _id: room }, [{ $set: { players: { $concatArrays: [others, [{ $literal: { _id: player, n, here } }]] } } }]);
}
