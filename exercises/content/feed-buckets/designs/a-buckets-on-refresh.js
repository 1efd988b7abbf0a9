// Buckets of up to 100 copies for each user, filled by `refresh`; the bucket itself says how far it has come.
// wins: When pages are read far more often than anything else, and feeds have many readers.
// stars: one-document, cheap-publish

const SIZE = 100;
const later = (a, b) => a.date - b.date || (a._id < b._id ? -1 : 1);

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.entries.insertMany(rows.entries);
  db.entries.createIndex({ feed: 1, date: 1, _id: 1 });
  db.buckets.createIndex({ user: 1, n: 1 }, { unique: true });
  db.buckets.createIndex({ user: 1, "entries._id": 1 });
  for (const { _id } of rows.users) refresh(db, _id);
}

function publish(db, entry) {
  try {
    db.entries.insertOne(entry);
  } catch (error) {
    // Sent again.
    if (error.code !== 11000) throw error;
  }
}

// Everything after the last entry in the buckets, oldest first.
function unseen(db, feeds, last) {
  const since = last ? { date: { $gte: last.date } } : {};
  const found = db.entries.find({ feed: { $in: feeds }, ...since }).toArray();
  return found.filter((entry) => !last || later(entry, last) > 0 && entry._id !== last._id).sort(later);
}

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
        // Another tab has made it: look again.
        if (error.code !== 11000) throw error;
      }
    } else {
      // If another tab has put entries in since, the count differs: look again.
      const push = { $push: { entries: { $each: entries } }, $inc: { count: entries.length }, $set: { last } };
      db.buckets.updateOne({ _id: open._id, count: open.count }, push);
    }
  }
}

function page(db, user, before) {
  const [bucket] = db.buckets.find(before === null ? { user } : { user, n: { $lt: before } }).sort({ n: -1 }).limit(1).toArray();
  return bucket ? { entries: bucket.entries.reverse(), before: bucket.n > 0 ? bucket.n : null } : { entries: [], before: null };
}

function markRead(db, user, id) {
  const unread = { user, entries: { $elemMatch: { _id: id, read: false } } };
  return db.buckets.updateOne(unread, { $set: { "entries.$.read": true } }).modifiedCount === 1;
}
