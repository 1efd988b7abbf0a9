// fails: stream
// says: entries are missing
// from: b-merged-on-demand.js
// Goes on before the last date: others of that millisecond are skipped.

function page(db, user, before) {
  const older = before ? { date: { $lt: before } } : {};
  const found = db.entries.find({ feed: { $in: feedsOf(db, user) }, ...older }).sort({ date: -1, _id: -1 }).limit(100).toArray();
  if (found.length === 0) return { entries: [], before: null };
  const marks = db.reads.find({ _id: { $in: found.map(({ _id }) => ({ user, entry: _id })) } }).toArray();
  const read = new Set(marks.map(({ _id }) => _id.entry));
  const entries = found.map(({ _id, title, body, date }) => ({ _id, title, body, date, read: read.has(_id) }));
  return { entries, before: entries.length === 100 ? entries.at(-1).date : null };
}
