// fails: history
// says: missing is
// from: a-pruned-list.js
// Leaves a unit out at 24 hours, too.

function lately(db, visitor) {
  const since = new Date(Date.now() - DAY);
  const list = db.visitors.findOne({ _id: visitor })?.seen ?? [];
  return list.filter(({ at }) => at >= since).map(({ unit }) => unit);
}
