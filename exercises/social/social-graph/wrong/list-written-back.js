// fails: rival
// says: at the same moment
// from: c-following.js
// Reads the list, changes it and writes it back: two clients of one member both add.

function follow(db, from, to) {
  const member = db.members.findOne({ _id: from });
  if (from === to || !member || member.following.includes(to) || !db.members.findOne({ _id: to }, { _id: 1 })) return false;
  db.members.updateOne({ _id: from }, { $set: { following: [...member.following, to] } });
  return true;
}
