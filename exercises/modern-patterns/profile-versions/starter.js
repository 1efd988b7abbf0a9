// The first generation alone.

function setup(db, rows) {
  db.createCollection("profiles", { validator: { name: { $type: "string" } } });
  db.profiles.insertMany(rows.profiles);
}

// { _id, name, contacts: [{ kind, value }] }
function profile(db, id) {
  const found = db.profiles.findOne({ _id: id });
  if (!found) return null;
  const contacts = ["home", "mobile", "work"].map((kind) => ({ kind, value: found[kind] }));
  return { _id: id, name: found.name, contacts };
}

// null removes
function setContact(db, id, kind, value) {
  db.profiles.updateOne({ _id: id }, { $set: { [kind]: value } });
}

function whoHas(db, value) {
  return db.profiles.find({ $or: [{ home: value }, { work: value }, { mobile: value }] }).map(({ _id }) => _id);
}

// returns how many were migrated
function migrate(db, n) {
  return 0;
}

// Run shows a profile.
profile(db, 1);
