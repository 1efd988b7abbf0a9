// fails: refused
// says: a transfer of nothing
// Transfers amounts that are nothing, or less.

const LIMIT = 30 * 1000;
const KEEP = 60 * 60 * 1000;

function setup(db, rows) {
  db.accounts.insertMany(rows.accounts.map((account) => ({ ...account, taken: [], given: [] })));
  db.transfers.createIndex({ since: 1 });
}

function transfer(db, src, dst, amt) {
  if (src === dst) return false;
  if (db.accounts.countDocuments({ _id: { $in: [src, dst] } }) < 2) return false;
  const _id = new ObjectId();
  const record = { _id, src, dst, amt, state: "new", since: new Date() };
  db.transfers.insertOne(record);
  const taken = db.accounts.updateOne(
    { _id: src, balance: { $gte: amt } },
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

function give(db, { _id, src, dst, amt }) {
  db.accounts.updateOne({ _id: dst, given: { $ne: _id } }, { $inc: { balance: amt }, $push: { given: _id } });
  db.accounts.updateOne({ _id: src }, { $pull: { taken: _id } });
  db.transfers.updateOne({ _id, state: "commit" }, { $set: { state: "done" } });
}

function giveBack(db, { _id, src, amt }) {
  db.accounts.updateOne({ _id: src, taken: _id }, { $inc: { balance: amt }, $pull: { taken: _id } });
}

function cleanup(db) {
  const now = Date.now();
  db.transfers.find({ since: { $lt: new Date(now - LIMIT) } }).toArray().forEach((record) => {
    const { _id, dst, since } = record;
    if (record.state === "new") {
      const undone = db.transfers.updateOne({ _id, state: "new" }, { $set: { state: "rollback" } }).modifiedCount === 1;
      record.state = undone ? "rollback" : db.transfers.findOne({ _id }).state;
    }
    if (record.state === "commit") give(db, record);
    // Again and again: a client that sleeps may take the money after its transfer was rolled back.
    if (record.state === "rollback") giveBack(db, record);
    if ((record.state === "done" || record.state === "rollback") && now - since.getTime() > KEEP) {
      db.accounts.updateOne({ _id: dst }, { $pull: { given: _id } });
      db.transfers.deleteOne({ _id });
    }
  });
}

function balance(db, id) {
  return db.accounts.findOne({ _id: id })?.balance ?? 0;
}
