// fails: history
// says: promised
// from: a-links-on-both-sides.js
// Sorts by `_id`, whatever the types.

function desk(db, order) {
  return db.things.find({ links: order }).sort({ _id: 1 });
}
