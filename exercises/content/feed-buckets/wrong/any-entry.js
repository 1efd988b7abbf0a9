// fails: marks
// says: an entry of another user's stream
// from: b-merged-on-demand.js
// Marks whatever it is given, also an entry that the user does not get.

function markRead(db, user, id) {
  if (!db.entries.findOne({ _id: id }, { _id: 1 })) return false;
  try {
    db.reads.insertOne({ _id: { user, entry: id } });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
    return false;
  }
}
