// fails: history
// says: promised 'ann'
// from: a-upgrade-on-write.js
// Changes the list and leaves the old field, which still decides.

function setContact(db, id, kind, value) {
  const found = db.profiles.findOne({ _id: id });
  if (!found) return;
  const contacts = contactsOf(found).filter((each) => each.kind !== kind);
  if (value) contacts.push({ kind, value });
  db.profiles.updateOne({ _id: id }, { $set: { schema_version: 2, contacts } });
}
