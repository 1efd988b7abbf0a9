// Entries once, merged from the feeds when somebody reads, and a document for each entry that somebody has read.
// wins: When few of the published entries are ever read, or memory is short.
// stars: cheap-publish, calm-refresh

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.entries.insertMany(rows.entries);
  db.entries.createIndex({ feed: 1, date: -1, _id: -1 });
}

function publish(db, entry) {
  try {
    db.entries.insertOne(entry);
  } catch (error) {
    // Sent again.
    if (error.code !== 11000) throw error;
  }
}

// Whatever is published is seen.
function refresh(db, user) {}

const feedsOf = (db, user) => db.users.findOne({ _id: user })?.feeds ?? [];

function page(db, user, before) {
  const older = before ? { $or: [{ date: { $lt: before.date } }, { date: before.date, _id: { $lt: before._id } }] } : {};
  const found = db.entries.find({ feed: { $in: feedsOf(db, user) }, ...older }).sort({ date: -1, _id: -1 }).limit(100).toArray();
  if (found.length === 0) return { entries: [], before: null };
  const marks = db.reads.find({ _id: { $in: found.map(({ _id }) => ({ user, entry: _id })) } }).toArray();
  const read = new Set(marks.map(({ _id }) => _id.entry));
  const entries = found.map(({ _id, title, body, date }) => ({ _id, title, body, date, read: read.has(_id) }));
  const { _id, date } = entries.at(-1);
  return { entries, before: entries.length === 100 ? { _id, date } : null };
}

function markRead(db, user, id) {
  if (!db.entries.findOne({ _id: id, feed: { $in: feedsOf(db, user) } }, { _id: 1 })) return false;
  try {
    db.reads.insertOne({ _id: { user, entry: id } });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
    return false;
  }
}
