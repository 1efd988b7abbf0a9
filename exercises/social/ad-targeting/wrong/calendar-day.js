// fails: history
// says: not expected is
// from: b-impressions-expire.js
// Treats "within 24 hours" as "today": an ad that was shown before midnight comes again after it.

function lately(db, visitor) {
  const today = new Date();
  today.setUTCHours(0, 0, 0, 0);
  return db.impressions.find({ visitor, at: { $gte: today } }).toArray().map(({ unit }) => unit);
}
