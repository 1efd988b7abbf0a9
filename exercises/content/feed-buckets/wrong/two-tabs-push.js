// fails: tabs
// says: is listed twice
// from: a-buckets-on-refresh.js
// Pushes what it has found, whatever another tab has pushed meanwhile.

function refresh(db, user) {
  const feeds = db.users.findOne({ _id: user })?.feeds ?? [];
  for (;;) {
    const open = db.buckets.find({ user }, { n: 1, count: 1, last: 1 }).sort({ n: -1 }).limit(1).toArray()[0];
    const isFull = !open || open.count === SIZE;
    const part = unseen(db, feeds, open?.last).slice(0, isFull ? SIZE : SIZE - open.count);
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
      db.buckets.updateOne({ _id: open._id }, { $push: { entries: { $each: entries } }, $inc: { count: entries.length }, $set: { last } });
    }
  }
}
