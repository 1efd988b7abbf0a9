// fails: marks
// says: has read
// from: c-buckets-of-ids.js
// Marks the entry itself, for everybody.

function markRead(db, user, id) {
  if (!db.buckets.findOne({ user, "ids._id": id })) return false;
  return db.buckets.updateMany({ "ids._id": id }, { $set: { "ids.$.read": true } }).modifiedCount > 0;
}
