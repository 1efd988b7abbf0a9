// Each document has both shapes for good: old kinds are written to field and list, and the field decides.
// wins: When the old release stays for years, as with apps that people don't update.
// stars: lean-search, both-ways

const OLD = ["home", "work", "mobile"];

function setup(db, rows) {
  for (const path of ["contacts.value", ...OLD]) db.profiles.createIndex({ [path]: 1 });
  db.profiles.insertMany(rows.profiles);
}

function contactsOf(document) {
  const contacts = (document.contacts ?? []).filter(({ kind }) => !OLD.includes(kind));
  for (const kind of OLD) if (document[kind]) contacts.push({ kind, value: document[kind] });
  return contacts.sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function profile(db, id) {
  const found = db.profiles.findOne({ _id: id });
  return found && { _id: id, name: found.name, contacts: contactsOf(found) };
}

// An update that makes the list anew from its new kinds and the old fields.
function listed(kind, value) {
  const dropped = [...OLD, ...(kind === null ? [] : [kind])];
  const kept = { $filter: { input: { $ifNull: ["$contacts", []] }, as: "c", cond: { $not: { $in: ["$$c.kind", { $literal: dropped }] } } } };
  const copies = OLD.map((field) => ({
    $cond: [{ $in: [{ $ifNull: [`$${field}`, ""] }, [""]] }, [], [{ kind: field, value: `$${field}` }]],
  }));
  const added = value && !OLD.includes(kind) ? [{ kind: { $literal: kind }, value: { $literal: value } }] : [];
  return { $set: { schema_version: 2, contacts: { $concatArrays: [kept, ...copies, added] } } };
}

function setContact(db, id, kind, value) {
  const field = OLD.includes(kind) ? [{ $set: { [kind]: { $literal: value } } }] : [];
  db.profiles.updateOne({ _id: id }, [...field, listed(kind, value)]);
}

function whoHas(db, value) {
  const found = db.profiles.find({ $or: ["contacts.value", ...OLD].map((path) => ({ [path]: value })) }).toArray();
  return found.filter((each) => contactsOf(each).some((contact) => contact.value === value)).map(({ _id }) => _id);
}

function migrate(db, n) {
  const ids = db.profiles.find({ schema_version: { $ne: 2 } }, { _id: 1 }).limit(n).toArray().map(({ _id }) => _id);
  return db.profiles.updateMany({ _id: { $in: ids } }, [listed(null, null)]).modifiedCount;
}
