// fails: between
// says: by the old release has the contacts
// from: a-upgrade-on-write.js
// Copies the old fields and removes them in a second update: what is set between the two is lost.

function migrate(db, n) {
  const old = { $or: [{ schema_version: { $ne: 2 } }, ...OLD.map((kind) => ({ [kind]: { $exists: true } }))] };
  const ids = db.profiles.find(old, { _id: 1 }).limit(n).toArray().map(({ _id }) => _id);
  if (ids.length === 0) return 0;
  const [copy, remove] = upgrade(null, null);
  db.profiles.updateMany({ _id: { $in: ids } }, [copy]);
  db.profiles.updateMany({ _id: { $in: ids } }, [remove]);
  return ids.length;
}
