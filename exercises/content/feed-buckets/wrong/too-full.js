// fails: grows
// says: at most 100 are allowed
// from: a-buckets-on-refresh.js
// Puts all that is new into the open bucket, if there is room for one more.

function refresh(db, user) {
  const feeds = db.users.findOne({ _id: user })?.feeds ?? [];
  for (;;) {
    const open = db.buckets.find({ user }, { n: 1, count: 1, last: 1 }).sort({ n: -1 }).limit(1).toArray()[0];
    const isFull = !open || open.count >= SIZE;
    const part = unseen(db, feeds, open?.last).slice(0, SIZE);
    if (part.length === 0) return;
    const entries = part.map(({ _id, title, body, date }) => ({ _id, title, body, date, read: false }));
    const last = { _id: entries.at(-1)._id, date: entries.at(-1).date };
    if (isFull) {
      try {
        db.buckets.insertOne({ user, n: open ? open.n + 1 : 0, count: entries.length, last, entries });
      } catch (error) {
        if (error.code !== 11000) throw error;
      }
    } else {
      const push = { $push: { entries: { $each: entries } }, $inc: { count: entries.length }, $set: { last } };
      db.buckets.updateOne({ _id: open._id, count: open.count }, push);
    }
  }
}
