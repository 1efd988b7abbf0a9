// fails: slow
// says: a repair
// from: d-claim-is-the-record.js
// The repair gives gold back for every sale that is not claimed yet, also to a client that is only slow.

function repair(db) {
  for (const { _id, pays } of db.people.find({ "pays.0": { $exists: true } }).toArray()) {
    for (const one of pays) if (!db.things.findOne({ _id: one.thing, "sale.id": one.id })) refund(db, _id, one);
  }
}
