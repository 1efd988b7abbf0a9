// fails: crashes
// says: desk(db
// from: a-links-on-both-sides.js
// Takes a link that one side has for done: after a death the other side never gets it.

function link(db, a, b) {
  if (a === b || db.things.countDocuments({ _id: { $in: [a, b] } }) < 2) return;
  if (db.things.updateOne({ _id: a }, { $addToSet: { links: b } }).modifiedCount === 0) return;
  db.things.updateOne({ _id: b }, { $addToSet: { links: a } });
}
