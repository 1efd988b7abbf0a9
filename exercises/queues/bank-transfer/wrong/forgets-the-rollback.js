// fails: late-crash
// says: cents fewer than there were
// from: two-phase.js
// Throws the record of an undone transfer away while its client may still take the money.

function cleanup(db) {
  const now = Date.now();
  db.transfers.find({ since: { $lt: new Date(now - LIMIT) } }).toArray().forEach((record) => {
    const { _id, dst, since } = record;
    if (record.state === "new") {
      const undone = db.transfers.updateOne({ _id, state: "new" }, { $set: { state: "rollback" } }).modifiedCount === 1;
      record.state = undone ? "rollback" : db.transfers.findOne({ _id })?.state;
    }
    if (record.state === "commit") give(db, record);
    // Again and again: a client that sleeps may take the money after its transfer was rolled back.
    if (record.state === "rollback") giveBack(db, record);
    if (record.state === "rollback" || (record.state === "done" && now - since.getTime() > KEEP)) {
      db.accounts.updateOne({ _id: dst }, { $pull: { given: _id } });
      db.transfers.deleteOne({ _id });
    }
  });
}
