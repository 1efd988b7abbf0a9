// fails: history
// says: returned true, promised false
// from: d-both-sides.js
// Appends without asking whether the follower is there.

function follow(db, from, to) {
  if (from === to || !db.members.findOne({ _id: from }, { _id: 1 })) return false;
  return together(db, [{ _id: to }, { $push: { followers: { $each: [from], $sort: 1 } } }], [{ _id: from }, { $push: { following: to } }]);
}
