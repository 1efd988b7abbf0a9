// fails: rivals
// says: at the same moment
// from: a-current-and-old.js
// Saves first and copies the old text then: a client that dies in between has lost a version.

function save(db, page, token, text, user) {
  const change = { $set: { text, user }, $inc: { version: 1 } };
  const old = db.pages.findOneAndUpdate({ _id: page, version: token }, change, { returnDocument: "before" });
  if (!old) return false;
  db.versions.insertOne({ page, version: token, text: old.text, user: old.user });
  return true;
}
