// fails: history
// says: returned true, promised false
// from: two-phase.js
// Takes the money without asking whether it is there.

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0)) return false;
  if (db.accounts.countDocuments({ _id: { $in: [src, dst] } }) < 2) return false;
  const _id = new ObjectId();
  const record = { _id, src, dst, amt, state: "new", since: new Date() };
  db.transfers.insertOne(record);
  const taken = db.accounts.updateOne(
    { _id: src },
    { $inc: { balance: -amt }, $push: { taken: _id } },
  );
  const decision = taken.modifiedCount === 1 ? "commit" : "rollback";
  const decided = db.transfers.updateOne({ _id, state: "new" }, { $set: { state: decision } }).modifiedCount === 1;
  if (decided && decision === "commit") {
    give(db, record);
    return true;
  }
  // Refused, or rolled back by somebody while this client slept.
  giveBack(db, record);
  return false;
}
