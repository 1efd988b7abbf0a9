// fails: history
// says: member(db
// from: b-stored-key.js
// Makes a pattern of the name as it is: a dot stands for any character.

function member(db, name) {
  return db.members.findOne({ key: { $regex: `^${keyOf(name).replace(/[$()]/g, "\\$&")}$` } });
}
