// fails: marks
// says: markRead returned true and true
// from: a-buckets-on-refresh.js
// Looks whether the entry is unread, then marks it: two tabs see it unread.

function markRead(db, user, id) {
  const found = db.buckets.findOne({ user, entries: { $elemMatch: { _id: id, read: false } } }, { _id: 1 });
  if (!found) return false;
  db.buckets.updateOne({ _id: found._id, "entries._id": id }, { $set: { "entries.$.read": true } });
  return true;
}
