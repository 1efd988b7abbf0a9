// fails: between
// says: by the old release has the contacts
// from: a-upgrade-on-write.js
// Computes the list in the client and writes it back, whatever the old release has written meanwhile.

function migrate(db, n) {
  const old = { $or: [{ schema_version: { $ne: 2 } }, ...OLD.map((kind) => ({ [kind]: { $exists: true } }))] };
  const found = db.profiles.find(old).limit(n).toArray();
  for (const each of found) {
    const none = Object.fromEntries(OLD.map((kind) => [kind, ""]));
    db.profiles.updateOne({ _id: each._id }, { $set: { schema_version: 2, contacts: contactsOf(each) }, $unset: none });
  }
  return found.length;
}
