// fails: after-crash
// says: E11000
// from: a-current-and-old.js
// Takes a copy that is there already for an error: after a client died, the page cannot be saved any more.

function save(db, page, token, text, user) {
  const old = db.pages.findOne({ _id: page, version: token });
  if (!old) return false;
  db.versions.insertOne({ page, version: token, text: old.text, user: old.user });
  const change = { $set: { text, user }, $inc: { version: 1 } };
  return db.pages.updateOne({ _id: page, version: token }, change).modifiedCount === 1;
}
