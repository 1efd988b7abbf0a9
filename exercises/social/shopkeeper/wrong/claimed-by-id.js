// fails: race
// says: returned "sold" and "sold"
// from: d-claim-is-the-record.js
// Looks whether the thing is there, and then claims it by its _id.

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper || !db.people.findOne({ _id: buyer }) || !db.things.findOne({ _id: thing, owner: keeper, price })) return "gone";
  const sale = { id: ObjectId(), keeper, price, at: new Date() };
  const pays = { id: sale.id, thing, price, at: sale.at };
  if (db.people.updateOne({ _id: buyer, gold: { $gte: price } }, { $inc: { gold: -price }, $push: { pays } }).modifiedCount === 0) return "poor";
  db.things.updateOne({ _id: thing }, { $set: { owner: buyer, sale } });
  pay(db, sale, buyer);
  return "sold";
}
