// fails: crashes
// says: the client died in
// from: b-sale-records.js
// Pays the keeper before the claim is made: a client that dies has made gold from nothing.

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper) return "gone";
  if (!db.things.findOne({ _id: thing, owner: keeper, price }) || !db.people.findOne({ _id: buyer })) return "gone";
  const sale = { _id: ObjectId(), buyer, keeper, thing, price, at: new Date() };
  db.sales.insertOne(sale);
  db.people.updateOne({ _id: keeper, sales: { $ne: sale._id } }, { $inc: { gold: price }, $push: { sales: sale._id } });
  const debit = { $inc: { gold: -price }, $push: { sales: sale._id } };
  const paid = db.people.updateOne({ _id: buyer, gold: { $gte: price } }, debit).modifiedCount === 1;
  const claimed = paid && db.things.updateOne({ _id: thing, owner: keeper, price }, { $set: { owner: buyer, sale: sale._id } }).modifiedCount === 1;
  if (!claimed) {
    db.people.updateOne({ _id: keeper, sales: sale._id }, { $inc: { gold: -price }, $pull: { sales: sale._id } });
    undo(db, sale);
    return paid ? "gone" : "poor";
  }
  finish(db, sale);
  return "sold";
}
