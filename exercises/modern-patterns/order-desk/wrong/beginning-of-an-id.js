// fails: history
// says: not expected is
// from: a-links-on-both-sides.js
// Looks for ids that begin like the one that is asked for.

function desk(db, order) {
  return db.things.find({ links: { $regex: `^${order}` } }).sort({ type: 1, _id: 1 });
}
