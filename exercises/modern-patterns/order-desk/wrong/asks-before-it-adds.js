// fails: together
// says: lacks the
// from: a-links-on-both-sides.js
// Asks which things are there before it stores its own: two that are added at once miss each other.

function add(db, { _id, ...fields }, links) {
  const known = db.things.distinct("_id", { _id: { $in: links } });
  db.things.updateOne({ _id }, { $set: fields, $addToSet: { links: { $each: [_id, ...known] } } }, { upsert: true });
  db.things.updateMany({ _id: { $in: known } }, { $addToSet: { links: _id } });
}
