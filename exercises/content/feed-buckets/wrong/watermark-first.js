// fails: again
// says: entries are missing
// from: a-buckets-on-refresh.js
// Notes how far it has come before the entries are in the bucket.

function refresh(db, user) {
  const owner = db.users.findOne({ _id: user });
  if (!owner) return;
  for (;;) {
    const [open] = db.buckets.find({ user }, { n: 1, count: 1, last: 1 }).sort({ n: -1 }).limit(1).toArray();
    const isFull = !open || open.count >= SIZE;
    const mark = db.users.findOne({ _id: user }).mark;
    const part = unseen(db, owner.feeds, mark).slice(0, isFull ? SIZE : SIZE - open.count);
    if (part.length === 0) return;
    const entries = part.map(({ _id, title, body, date }) => ({ _id, title, body, date, read: false }));
    const last = { _id: entries.at(-1)._id, date: entries.at(-1).date };
    if (db.users.updateOne({ _id: user, mark: mark ?? null }, { $set: { mark: last } }).modifiedCount === 0) continue;
    if (isFull) db.buckets.insertOne({ user, n: open ? open.n + 1 : 0, count: entries.length, last, entries });
    else db.buckets.updateOne({ _id: open._id }, { $push: { entries: { $each: entries } }, $inc: { count: entries.length }, $set: { last } });
  }
}
