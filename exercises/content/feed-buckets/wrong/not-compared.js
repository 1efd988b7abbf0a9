// fails: stream
// says: is listed twice
// from: a-buckets-on-refresh.js
// Asks for what is as new as the newest entry or newer, and takes that one again.

function refresh(db, user) {
  const feeds = db.users.findOne({ _id: user })?.feeds ?? [];
  const [open] = db.buckets.find({ user }, { n: 1, count: 1, last: 1 }).sort({ n: -1 }).limit(1).toArray();
  const since = open ? { date: { $gte: open.last.date } } : {};
  const entries = db.entries.find({ feed: { $in: feeds }, ...since }).toArray().sort(later).map(({ feed, ...entry }) => ({ ...entry, read: false }));
  let n = open ? open.n + 1 : 0;
  for (let at = 0; at < entries.length; at += SIZE) {
    const part = entries.slice(at, at + SIZE);
    db.buckets.insertOne({ user, n, count: part.length, last: { _id: part.at(-1)._id, date: part.at(-1).date }, entries: part });
    n += 1;
  }
}
