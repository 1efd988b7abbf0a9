// Readers know both generations; each write and each batch upgrades by a pipeline update, and the validator tightens last.
// wins: When the old release is switched off soon and nothing of its shape should stay.
// stars: lean-search, tight

const OLD = ["home", "work", "mobile"];

function setup(db, rows) {
  db.createCollection("profiles", {
    validator: { $or: [{ schema_version: { $exists: false } }, { schema_version: 2, contacts: { $type: "array" } }] },
  });
  for (const path of ["contacts.value", ...OLD]) db.profiles.createIndex({ [path]: 1 });
  db.profiles.insertMany(rows.profiles);
}

// The contacts of a document of either generation: an old field is newer than the list.
function contactsOf(document) {
  const found = new Map((document.contacts ?? []).map(({ kind, value }) => [kind, value]));
  for (const kind of OLD) if (kind in document) found.set(kind, document[kind]);
  const contacts = [...found].filter(([, value]) => value).map(([kind, value]) => ({ kind, value }));
  return contacts.sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

// An update that brings a document into the new shape, and sets one contact if a kind is given.
function upgrade(kind, value) {
  const older = (c) => OLD.map((field) => ({ $and: [{ $eq: [`${c}.kind`, field] }, { $ne: [{ $type: `$${field}` }, "missing"] }] }));
  const kept = {
    $filter: {
      input: { $ifNull: ["$contacts", []] },
      as: "c",
      cond: { $not: { $or: [{ $eq: ["$$c.kind", { $literal: kind }] }, ...older("$$c")] } },
    },
  };
  const moved = OLD.filter((field) => field !== kind).map((field) => ({
    $cond: [{ $in: [{ $ifNull: [`$${field}`, ""] }, [""]] }, [], [{ kind: field, value: `$${field}` }]],
  }));
  const added = value ? [{ kind: { $literal: kind }, value: { $literal: value } }] : [];
  return [{ $set: { schema_version: 2, contacts: { $concatArrays: [kept, ...moved, added] } } }, { $unset: OLD }];
}

function profile(db, id) {
  const found = db.profiles.findOne({ _id: id });
  return found && { _id: id, name: found.name, contacts: contactsOf(found) };
}

function setContact(db, id, kind, value) {
  db.profiles.updateOne({ _id: id }, upgrade(kind, value));
}

function whoHas(db, value) {
  const found = db.profiles.find({ $or: ["contacts.value", ...OLD].map((path) => ({ [path]: value })) }).toArray();
  // A value in the list may have been replaced by an old field.
  return found.filter((each) => contactsOf(each).some((contact) => contact.value === value)).map(({ _id }) => _id);
}

function migrate(db, n) {
  const old = { $or: [{ schema_version: { $ne: 2 } }, ...OLD.map((kind) => ({ [kind]: { $exists: true } }))] };
  const ids = db.profiles.find(old, { _id: 1 }).limit(n).toArray().map(({ _id }) => _id);
  if (ids.length > 0) return db.profiles.updateMany({ _id: { $in: ids } }, upgrade(null, null)).modifiedCount;
  const none = Object.fromEntries(OLD.map((kind) => [kind, { $exists: false }]));
  db.runCommand({ collMod: "profiles", validator: { schema_version: 2, contacts: { $type: "array" }, ...none } });
  return 0;
}
