// fails: rivals
// says: markRead
// from: a-buckets-on-refresh.js
// Takes the mark away and sets it again, to learn whether it was there.

function markRead(db, user, id) {
  const was = db.buckets.findOneAndUpdate({ user, "entries._id": id }, { $set: { "entries.$.read": null } });
  if (!was) return false;
  db.buckets.updateOne({ user, "entries._id": id }, { $set: { "entries.$.read": true } });
  return was.entries.find(({ _id }) => _id === id).read === false;
}
