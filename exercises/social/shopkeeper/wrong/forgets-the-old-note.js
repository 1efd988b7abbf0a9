// fails: deaths
// says: after a client died in
// from: also-notes-on-buyers.js
// Removes the note of a dead client when the buyer comes again: the gold is gone.

function buy(db, buyer, keeper, thing, price) {
  if (buyer === keeper) return "gone";
  const person = db.people.findOne({ _id: buyer });
  if (!person) return "gone";
  // One buyer makes one call at a time: a note that is here is of a dead client.
  if (person.pending) db.people.updateOne({ _id: buyer }, { $unset: { pending: "" } });
  if (!db.things.findOne({ _id: thing, owner: keeper, price })) return "gone";
  const pending = { sale: new ObjectId(), thing, keeper, price, at: new Date() };
  const solvent = { _id: buyer, gold: { $gte: price }, pending: { $exists: false } };
  if (db.people.updateOne(solvent, { $inc: { gold: -price }, $set: { pending } }).matchedCount === 0) return "poor";
  const sold = { owner: buyer, seller: keeper, sale: pending.sale };
  db.things.updateOne({ _id: thing, owner: keeper, price }, { $set: sold });
  return settle(db, buyer, pending) ? "sold" : "gone";
}
