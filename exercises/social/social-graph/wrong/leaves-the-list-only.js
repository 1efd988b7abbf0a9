// fails: famous
// says: unfollow(db,
// from: a-outlier-overflows.js
// Takes a follower out of the member's list only.

function unfollow(db, from, to) {
  return db.members.updateOne({ _id: to, followers: from }, { $pull: { followers: from } }).modifiedCount === 1;
}
