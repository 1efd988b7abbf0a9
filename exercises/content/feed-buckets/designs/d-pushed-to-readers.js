// `publish` puts a copy into the open bucket of every reader of the feed; nobody has anything to refresh.
// wins: When feeds have few readers, and entries should be there at once.
// stars: one-document, calm-refresh

const SIZE = 100;

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.users.createIndex({ feeds: 1 });
  db.buckets.createIndex({ user: 1, n: 1 }, { unique: true });
  db.buckets.createIndex({ user: 1, "entries._id": 1 });
  const streams = new Map(rows.users.map(({ _id, feeds }) => [_id, rows.entries.filter(({ feed }) => feeds.includes(feed)).map(copy)]));
  for (const [user, entries] of streams) {
    for (let n = 0; n * SIZE < entries.length; n++) {
      const part = entries.slice(n * SIZE, (n + 1) * SIZE);
      db.buckets.insertOne({ user, n, count: part.length, entries: part });
    }
  }
}

const copy = ({ _id, title, body, date }) => ({ _id, title, body, date, read: false });

function publish(db, entry) {
  for (const { _id: user } of db.users.find({ feeds: entry.feed }, { _id: 1 }).toArray()) {
    const [open] = db.buckets.find({ user }).sort({ n: -1 }).limit(1).toArray();
    // Sent again after a crash: this reader has it.
    if (open?.entries.some(({ _id }) => _id === entry._id)) continue;
    if (open && open.count < SIZE) db.buckets.updateOne({ _id: open._id }, { $push: { entries: copy(entry) }, $inc: { count: 1 } });
    else db.buckets.insertOne({ user, n: open ? open.n + 1 : 0, count: 1, entries: [copy(entry)] });
  }
}

function refresh(db, user) {}

function page(db, user, before) {
  const [bucket] = db.buckets.find(before === null ? { user } : { user, n: before }).sort({ n: -1 }).limit(1).toArray();
  return bucket ? { entries: bucket.entries.reverse(), before: bucket.n > 0 ? bucket.n - 1 : null } : { entries: [], before: null };
}

function markRead(db, user, id) {
  const unread = { user, entries: { $elemMatch: { _id: id, read: false } } };
  return db.buckets.updateOne(unread, { $set: { "entries.$.read": true } }).modifiedCount === 1;
}
