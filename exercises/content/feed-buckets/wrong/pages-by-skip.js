// fails: turns
// says: 130 entries were added after the first page
// from: b-merged-on-demand.js
// Counts the entries that have been shown: whatever comes in meanwhile moves all others on.

function page(db, user, before) {
  const found = db.entries.find({ feed: { $in: feedsOf(db, user) } }).sort({ date: -1, _id: -1 }).skip(before ?? 0).limit(40).toArray();
  const marks = db.reads.find({ _id: { $in: found.map(({ _id }) => ({ user, entry: _id })) } }).toArray();
  const read = new Set(marks.map(({ _id }) => _id.entry));
  const entries = found.map(({ _id, title, body, date }) => ({ _id, title, body, date, read: read.has(_id) }));
  return { entries, before: entries.length === 40 ? (before ?? 0) + 40 : null };
}
