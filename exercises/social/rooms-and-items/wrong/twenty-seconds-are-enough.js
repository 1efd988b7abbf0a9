// fails: slow
// says: 59 seconds into it a repair and move of "bob", which returned false
// from: a-own-places.js
// Marks an item before it is taken, and frees marks that are older than twenty seconds.

function pickUp(db, player, item) {
  const found = db.players.findOne({ _id: player });
  if (!found) return false;
  const mark = { $set: { claim: { by: player, at: new Date() } } };
  const { matchedCount } = db.items.updateOne({ _id: item, room: found.room, claim: { $exists: false } }, mark);
  if (matchedCount === 0) return false;
  const take = { $set: { holder: player }, $unset: { room: "", claim: "" } };
  return db.items.updateOne({ _id: item, "claim.by": player }, take).modifiedCount === 1;
}

function repair(db) {
  const old = new Date(Date.now() - 20_000);
  db.items.updateMany({ "claim.at": { $lt: old } }, { $unset: { claim: "" } });
}
