// fails: rival-cleanup
// says: cents more than there were
// from: two-phase.js
// Cleanup looks for the mark first and pays after it: two cleanups at the same moment both pay.

function payOnce(db, record) {
  const { _id, dst, amt } = record;
  const isPaid = db.accounts.findOne({ _id: dst }).given.some((one) => one.equals(_id));
  if (!isPaid) db.accounts.updateOne({ _id: dst }, { $inc: { balance: amt }, $push: { given: _id } });
  give(db, record);
}

function cleanup(db) {
  const now = Date.now();
  db.transfers.find({ since: { $lt: new Date(now - LIMIT) } }).toArray().forEach((record) => {
    const { _id, dst, since } = record;
    if (record.state === "new") {
      const undone = db.transfers.updateOne({ _id, state: "new" }, { $set: { state: "rollback" } }).modifiedCount === 1;
      record.state = undone ? "rollback" : db.transfers.findOne({ _id }).state;
    }
    if (record.state === "commit") payOnce(db, record);
    if (record.state === "rollback") giveBack(db, record);
    if ((record.state === "done" || record.state === "rollback") && now - since.getTime() > KEEP) {
      db.accounts.updateOne({ _id: dst }, { $pull: { given: _id } });
      db.transfers.deleteOne({ _id });
    }
  });
}
