// fails: history
// says: promised
// from: a-pruned-list.js
// Counts the 24 hours in whole seconds: some ads are back up to a second late.

function lately(db, visitor) {
  const since = new Date(Math.floor((Date.now() - DAY) / 1000) * 1000);
  const list = db.visitors.findOne({ _id: visitor })?.seen ?? [];
  return list.filter(({ at }) => at > since).map(({ unit }) => unit);
}
