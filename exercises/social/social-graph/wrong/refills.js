// fails: famous
// says: they follow already
// from: a-outlier-overflows.js
// Uses a place in the list again that somebody left: a follower with a document gets it, too.

function follow(db, from, to) {
  if (from === to || !db.members.findOne({ _id: from }, { _id: 1 })) return false;
  const room = { [`followers.${MOST - 1}`]: { $exists: false } };
  const push = { $push: { followers: { $each: [from], $sort: 1 } } };
  if (db.members.updateOne({ _id: to, followers: { $ne: from }, ...room }, push).modifiedCount === 1) return true;
  const member = db.members.findOne({ _id: to });
  if (!member || member.followers.includes(from)) return false;
  db.members.updateOne({ _id: to }, { $set: { full: true } });
  try {
    db.links.insertOne({ from, to });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
