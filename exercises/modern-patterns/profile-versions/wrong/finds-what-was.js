// fails: old-release
// says: whoHas
// from: a-upgrade-on-write.js
// Finds a value in the list that the old release has replaced since.

function whoHas(db, value) {
  return db.profiles.find({ $or: ["contacts.value", ...OLD].map((path) => ({ [path]: value })) }).map(({ _id }) => _id);
}
