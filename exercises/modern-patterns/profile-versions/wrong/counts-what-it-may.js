// fails: history
// says: returned 20, promised a whole number
// from: a-upgrade-on-write.js
// Returns how many profiles it was allowed to migrate, not how many it has migrated.

function migrate(db, n) {
  const old = { $or: [{ schema_version: { $ne: 2 } }, ...OLD.map((kind) => ({ [kind]: { $exists: true } }))] };
  const ids = db.profiles.find(old, { _id: 1 }).limit(n).toArray().map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  db.profiles.updateMany({ _id: { $in: ids } }, upgrade(null, null));
  return n;
}
