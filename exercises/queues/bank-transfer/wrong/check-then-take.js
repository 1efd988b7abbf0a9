// fails: rival
// says: no balance may be below 0
// from: two-phase.js
// Asks for the balance first, and takes the money in a second step.

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0)) return false;
  if (db.accounts.countDocuments({ _id: { $in: [src, dst] } }) < 2) return false;
  const _id = new ObjectId();
  const record = { _id, src, dst, amt, state: "new", since: new Date() };
  db.transfers.insertOne(record);
  const enough = db.accounts.findOne({ _id: src }).balance >= amt;
  if (enough) db.accounts.updateOne({ _id: src }, { $inc: { balance: -amt }, $push: { taken: _id } });
  const decision = enough ? "commit" : "rollback";
  const decided = db.transfers.updateOne({ _id, state: "new" }, { $set: { state: decision } }).modifiedCount === 1;
  if (decided && decision === "commit") {
    give(db, record);
    return true;
  }
  // Refused, or rolled back by somebody while this client slept.
  giveBack(db, record);
  return false;
}
