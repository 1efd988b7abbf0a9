// fails: grows
// says: missing
// from: a-buckets-on-refresh.js
// Asks for what is newer than the newest entry: others of the same millisecond are passed over.

function unseen(db, feeds, last) {
  const since = last ? { date: { $gt: last.date } } : {};
  return db.entries.find({ feed: { $in: feeds }, ...since }).toArray().sort(later);
}
