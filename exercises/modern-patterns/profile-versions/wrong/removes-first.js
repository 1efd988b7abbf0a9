// fails: rivals
// says: setContact
// from: a-upgrade-on-write.js
// Removes the contact and adds it anew in a second update: a reader between the two does not find it.

function setContact(db, id, kind, value) {
  db.profiles.updateOne({ _id: id }, upgrade(kind, null));
  if (value) db.profiles.updateOne({ _id: id }, upgrade(kind, value));
}
