// fails: late
// says: cents more than there were
// from: two-phase.js
// Goes on after the decision without looking whether it was its own.

function transfer(db, src, dst, amt) {
  if (src === dst || !(amt > 0)) return false;
  if (db.accounts.countDocuments({ _id: { $in: [src, dst] } }) < 2) return false;
  const _id = new ObjectId();
  const record = { _id, src, dst, amt, state: "new", since: new Date() };
  db.transfers.insertOne(record);
  const taken = db.accounts.updateOne(
    { _id: src, balance: { $gte: amt } },
    { $inc: { balance: -amt }, $push: { taken: _id } },
  );
  const decision = taken.modifiedCount === 1 ? "commit" : "rollback";
  db.transfers.updateOne({ _id }, { $set: { state: decision } });
  if (decision === "commit") {
    give(db, record);
    return true;
  }
  // Refused, or rolled back by somebody while this client slept.
  giveBack(db, record);
  return false;
}
