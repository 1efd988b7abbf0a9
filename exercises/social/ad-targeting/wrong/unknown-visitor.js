// fails: history
// says: failed: TypeError: Cannot read properties of null
// from: a-pruned-list.js
// Expects that every visitor is known.

function lately(db, visitor) {
  const since = new Date(Date.now() - DAY);
  return db.visitors.findOne({ _id: visitor }).seen.filter(({ at }) => at > since).map(({ unit }) => unit);
}
