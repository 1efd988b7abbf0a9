// fails: history
// says: missing is 1
// from: a-upgrade-on-write.js
// Searches the new list only: profiles that are not migrated are not found.

function whoHas(db, value) {
  return db.profiles.find({ "contacts.value": value }).map(({ _id }) => _id);
}
