// The three fields stay what they are, and only new kinds go into a list: there is nothing to migrate.
// wins: When the three old kinds are nearly all there will ever be.
// stars: lean-search, both-ways

const FIELDS = ["home", "work", "mobile"];

function setup(db, rows) {
  db.profiles.insertMany(rows.profiles);
  db.profiles.createIndexes([{ home: 1 }, { work: 1 }, { mobile: 1 }, { "more.value": 1 }]);
}

function profile(db, id) {
  const { name, more = [], ...rest } = db.profiles.findOne({ _id: id }) ?? {};
  if (name === undefined) return null;
  const contacts = [...more, ...FIELDS.filter((kind) => rest[kind]).map((kind) => ({ kind, value: rest[kind] }))];
  return { _id: id, name, contacts: contacts.sort((a, b) => (a.kind < b.kind ? -1 : 1)) };
}

function setContact(db, id, kind, value) {
  if (FIELDS.includes(kind)) {
    db.profiles.updateOne({ _id: id }, value === null ? { $unset: { [kind]: "" } } : { $set: { [kind]: value } });
    return;
  }
  if (value === null) {
    db.profiles.updateOne({ _id: id }, { $pull: { more: { kind } } });
    return;
  }
  while (db.profiles.findOne({ _id: id }, { _id: 1 })) {
    if (db.profiles.updateOne({ _id: id, "more.kind": kind }, { $set: { "more.$.value": value } }).matchedCount > 0) return;
    if (db.profiles.updateOne({ _id: id, "more.kind": { $ne: kind } }, { $push: { more: { kind, value } } }).matchedCount > 0) return;
  }
}

function whoHas(db, value) {
  return db.profiles.find({ $or: [{ home: value }, { work: value }, { mobile: value }, { "more.value": value }] }, { _id: 1 }).map(({ _id }) => _id);
}

function migrate(db, n) {
  return 0;
}
