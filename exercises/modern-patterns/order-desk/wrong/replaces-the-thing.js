// fails: history
// says: After add(db
// from: a-links-on-both-sides.js
// Replaces a thing that is changed, and its links with it.

function add(db, { _id, ...fields }, links) {
  // The thing is there before it is linked: two that are added at once find each other.
  db.things.replaceOne({ _id }, { ...fields, links: [_id] }, { upsert: true });
  for (const id of links) link(db, _id, id);
}
