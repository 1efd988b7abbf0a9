// fails: lean
// says: index keys
// from: b-stored-key.js
// Searches by a pattern that ignores case: an index cannot narrow it, and every key is walked.

function member(db, name) {
  const text = keyOf(name).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return db.members.findOne({ key: new RegExp(`^${text}$`, "i") });
}
