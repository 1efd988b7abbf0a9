// The second generation has its own collection; an empty document stays in the old one, for what the old release sets.
// wins: When the new shape has little in common with the old one, or needs other rules and rights.
// stars: lean-search, tight

const OLD = ["home", "work", "mobile"];

function setup(db, rows) {
  db.createCollection("people", { validator: { schema_version: 2, contacts: { $type: "array" } } });
  db.people.createIndex({ "contacts.value": 1 });
  for (const kind of OLD) db.profiles.createIndex({ [kind]: 1 });
  db.profiles.insertMany(rows.profiles);
}

// The contacts in both documents of a person; a field in the old one is newer.
function merged(old, person) {
  const found = new Map((person?.contacts ?? []).map(({ kind, value }) => [kind, value]));
  for (const kind of OLD) if (kind in (old ?? {})) found.set(kind, old[kind]);
  const contacts = [...found].filter(([, value]) => value).map(([kind, value]) => ({ kind, value }));
  return { name: person?.name ?? old?.name, contacts: contacts.sort((a, b) => (a.kind < b.kind ? -1 : 1)) };
}

// The old document is read first: a person who is moved meanwhile is then found in the new collection.
function profile(db, id) {
  const old = db.profiles.findOne({ _id: id });
  const person = old && db.people.findOne({ _id: id });
  return old && { _id: id, ...merged(old, person) };
}

// Moves a person; in a transaction, since two documents change.
function move(db, id, change) {
  const session = db.getMongo().startSession();
  try {
    return session.withTransaction(() => {
      const { profiles, people } = session.getDatabase(db.getName());
      const old = profiles.findOne({ _id: id });
      if (!old) return false;
      const { name, contacts } = merged(old, people.findOne({ _id: id }));
      people.replaceOne({ _id: id }, { _id: id, schema_version: 2, name, contacts: change(contacts) }, { upsert: true });
      profiles.replaceOne({ _id: id }, { _id: id });
      return true;
    });
  } finally {
    session.endSession();
  }
}

function setContact(db, id, kind, value) {
  move(db, id, (contacts) => [...contacts.filter((each) => each.kind !== kind), ...(value ? [{ kind, value }] : [])]);
}

function whoHas(db, value) {
  const has = (old, person) => merged(old, person).contacts.some((contact) => contact.value === value);
  const found = db.profiles.find({ $or: OLD.map((kind) => ({ [kind]: value })) }).toArray().map(({ _id }) => _id);
  const people = db.people.find({ "contacts.value": value }).toArray();
  const olds = new Map(db.profiles.find({ _id: { $in: people.map(({ _id }) => _id) } }).toArray().map((old) => [old._id, old]));
  return [...new Set([...found, ...people.filter((person) => has(olds.get(person._id), person)).map(({ _id }) => _id)])];
}

function migrate(db, n) {
  const fields = ["name", ...OLD];
  const ids = db.profiles.find({ $or: fields.map((field) => ({ [field]: { $exists: true } })) }, { _id: 1 }).limit(n).toArray().map(({ _id }) => _id);
  for (const id of ids) move(db, id, (contacts) => contacts);
  if (ids.length === 0) {
    db.runCommand({ collMod: "profiles", validator: Object.fromEntries(fields.map((field) => [field, { $exists: false }])) });
  }
  return ids.length;
}
