// fails: crashes
// says: the client died in
// from: a-transaction.js
// The three changes one after the other, each guarded, without a transaction.

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper || !db.people.findOne({ _id: buyer })) return "gone";
  if (db.people.updateOne({ _id: buyer, gold: { $gte: price } }, { $inc: { gold: -price } }).modifiedCount === 0) {
    return db.things.findOne({ _id: thing, owner: keeper, price }) ? "poor" : "gone";
  }
  if (db.things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer } }).modifiedCount === 0) {
    db.people.updateOne({ _id: buyer }, { $inc: { gold: price } });
    return "gone";
  }
  db.people.updateOne({ _id: keeper }, { $inc: { gold: price } });
  return "sold";
}
