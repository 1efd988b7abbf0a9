// fails: history
// says: purse(db
// from: d-claim-is-the-record.js
// Pays the keeper without looking for the mark: each repair pays again.

function pay(db, { id, keeper, price }, buyer) {
  db.people.updateOne({ _id: keeper }, { $inc: { gold: price }, $push: { got: id } });
  db.people.updateOne({ _id: buyer }, { $pull: { pays: { id } } });
}
