// fails: bounded
// says: KB are stored about the visitor
// from: a-pruned-list.js
// Appends only: the list has all that a visitor has ever seen.

function seen(db, visitor, unit) {
  db.visitors.updateOne({ _id: visitor }, { $push: { seen: { unit, at: new Date() } } }, { upsert: true });
}
