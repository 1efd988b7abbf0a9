// fails: marks
// says: a second time
// from: b-merged-on-demand.js
// Returns true for an entry that is read already.

function markRead(db, user, id) {
  if (!db.entries.findOne({ _id: id, feed: { $in: feedsOf(db, user) } }, { _id: 1 })) return false;
  return db.reads.updateOne({ _id: { user, entry: id } }, { $set: { read: true } }, { upsert: true }).acknowledged;
}
