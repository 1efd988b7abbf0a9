// fails: rivals
// says: seen
// from: a-pruned-list.js
// Reads the list, appends and writes it back: of two impressions at once one is lost.

function seen(db, visitor, unit) {
  const since = new Date(Date.now() - DAY);
  const list = (db.visitors.findOne({ _id: visitor })?.seen ?? []).filter(({ at }) => at > since);
  list.push({ unit, at: new Date() });
  db.visitors.updateOne({ _id: visitor }, { $set: { seen: list } }, { upsert: true });
}
