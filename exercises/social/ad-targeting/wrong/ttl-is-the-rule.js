// fails: history
// says: missing is
// from: b-impressions-expire.js
// Relies on the TTL index, which deletes up to a minute late.

function lately(db, visitor) {
  return db.impressions.find({ visitor }).toArray().map(({ unit }) => unit);
}
