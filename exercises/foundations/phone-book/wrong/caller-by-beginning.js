// fails: history
// says: whoCalled(db
// from: embedded.js
// Knows a caller by the first digits: a number that begins like another is taken for it.

function whoCalled(db, number) {
  return db.contacts.findOne({ numbers: { $regex: `^${number.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}` } });
}
