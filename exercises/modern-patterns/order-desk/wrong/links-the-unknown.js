// fails: history
// says: After link(db
// from: a-links-on-both-sides.js
// Links what is not there, and so stores it.

function link(db, a, b) {
  if (a === b) return;
  db.things.updateOne({ _id: a }, { $addToSet: { links: b } }, { upsert: true });
  db.things.updateOne({ _id: b }, { $addToSet: { links: a } }, { upsert: true });
}
