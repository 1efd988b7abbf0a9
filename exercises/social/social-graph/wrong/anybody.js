// fails: history
// says: returned true, promised false
// from: b-link-documents.js
// Lets members follow themselves.

function follow(db, from, to) {
  if (db.members.countDocuments({ _id: { $in: [from, to] } }) < new Set([from, to]).size) return false;
  try {
    db.links.insertOne({ from, to });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}
