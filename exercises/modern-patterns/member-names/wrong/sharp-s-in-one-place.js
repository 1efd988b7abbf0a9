// fails: sharp-s
// says: member(db, "straße") is "STRASSE"
// from: b-stored-key.js
// Puts a name into capitals before it searches, which makes "ss" of "ß"; the stored key has kept it.

function member(db, name) {
  return db.members.findOne({ key: keyOf(name.toUpperCase()) });
}
