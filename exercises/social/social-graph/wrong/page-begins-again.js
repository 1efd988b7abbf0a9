// fails: history
// says: promised
// from: b-link-documents.js
// The next page begins with the last follower of the one before.

function followers(db, id, after, n) {
  const filter = { to: id, ...(after !== null && { from: { $gte: after } }) };
  return db.links.find(filter, { _id: 0, from: 1 }).sort({ from: 1 }).limit(n).map(({ from }) => from);
}
