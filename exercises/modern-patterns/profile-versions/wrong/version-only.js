// fails: tight
// says: has a document
// from: a-upgrade-on-write.js
// Looks for documents without the version number only: fields that the old release has set since stay.

function setup(db, rows) {
  for (const path of ["contacts.value", ...OLD]) db.profiles.createIndex({ [path]: 1 });
  db.profiles.insertMany(rows.profiles);
}

function migrate(db, n) {
  const ids = db.profiles.find({ schema_version: { $ne: 2 } }, { _id: 1 }).limit(n).toArray().map(({ _id }) => _id);
  return db.profiles.updateMany({ _id: { $in: ids } }, [{ $set: { schema_version: 2 } }]).modifiedCount;
}
