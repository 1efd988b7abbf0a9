// Buckets with ids and marks, filled by `refresh`; the entries are stored once and fetched for each page.
// wins: When entries are large, or are corrected after they have been published.
// stars: cheap-publish

const SIZE = 100;
const key = ({ date, _id }) => ({ date, _id });

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.entries.insertMany(rows.entries);
  db.entries.createIndex({ feed: 1, date: 1, _id: 1 });
  db.buckets.createIndex({ user: 1, n: 1 }, { unique: true });
  db.buckets.createIndex({ user: 1, "ids._id": 1 });
  for (const { _id } of rows.users) refresh(db, _id);
}

function publish(db, entry) {
  db.entries.updateOne({ _id: entry._id }, { $setOnInsert: entry }, { upsert: true });
}

function refresh(db, user) {
  const owner = db.users.findOne({ _id: user });
  if (!owner) return;
  for (;;) {
    const [open] = db.buckets.find({ user }).sort({ n: -1 }).limit(1).toArray();
    const last = open?.ids.at(-1);
    const since = last ? { $or: [{ date: { $gt: last.date } }, { date: last.date, _id: { $gt: last._id } }] } : {};
    const room = SIZE - ((open?.ids.length ?? SIZE) % SIZE);
    const ids = db.entries.find({ feed: { $in: owner.feeds }, ...since }, { date: 1 }).sort({ date: 1, _id: 1 }).limit(room).map(key).toArray();
    if (ids.length === 0) return;
    const marked = ids.map((id) => ({ ...id, read: false }));
    if (open && room < SIZE) {
      db.buckets.updateOne({ _id: open._id, ids: { $size: open.ids.length } }, { $push: { ids: { $each: marked } } });
    } else {
      try {
        db.buckets.insertOne({ user, n: (open?.n ?? 0) + 1, ids: marked });
      } catch (error) {
        if (error.code !== 11000) throw error;
      }
    }
  }
}

function page(db, user, before) {
  const [bucket] = db.buckets.find({ user, n: { $lt: before ?? Infinity } }).sort({ n: -1 }).limit(1).toArray();
  if (!bucket) return { entries: [], before: null };
  const found = new Map(db.entries.find({ _id: { $in: bucket.ids.map(({ _id }) => _id) } }).map((entry) => [entry._id, entry]).toArray());
  const entries = bucket.ids.reverse().map(({ _id, read }) => ({ ...found.get(_id), read }));
  return { entries, before: bucket.n > 1 ? bucket.n : null };
}

function markRead(db, user, id) {
  const marked = db.buckets.updateOne({ user, "ids._id": id }, { $set: { "ids.$[one].read": true } }, { arrayFilters: [{ "one._id": id, "one.read": false }] });
  return marked.modifiedCount === 1;
}
