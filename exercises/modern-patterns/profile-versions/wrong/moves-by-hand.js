// fails: goes-on
// says: after a client died in migrate
// from: d-own-collection.js
// Empties the old document before the new one is there, without a transaction.

function move(db, id, change) {
  const old = db.profiles.findOne({ _id: id });
  if (!old) return false;
  const { name, contacts } = merged(old, db.people.findOne({ _id: id }));
  db.profiles.replaceOne({ _id: id, ...old }, { _id: id });
  db.people.replaceOne({ _id: id }, { _id: id, schema_version: 2, name, contacts: change(contacts) }, { upsert: true });
  return true;
}
