// fails: old-release
// says: was refused with error 121
// from: a-upgrade-on-write.js
// Sets the strict validator before the first batch: the old release cannot write any more.

function setup(db, rows) {
  for (const path of ["contacts.value", ...OLD]) db.profiles.createIndex({ [path]: 1 });
  db.profiles.insertMany(rows.profiles);
  db.runCommand({ collMod: "profiles", validator: { schema_version: 2, contacts: { $type: "array" } } });
}
