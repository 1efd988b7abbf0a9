// Entries are merged from the feeds. There is one page only, and nothing is marked.

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.entries.insertMany(rows.entries);
}

function publish(db, entry) {
  db.entries.insertOne(entry);
}

function refresh(db, user) {
}

// { entries: [{ _id, title, body, date, read }], before }, newest first
function page(db, user, before) {
  const feeds = db.users.findOne({ _id: user })?.feeds ?? [];
  const entries = db.entries.find({ feed: { $in: feeds } }).sort({ date: -1 }).limit(100).toArray();
  return { entries: entries.map((entry) => ({ ...entry, read: false })), before: null };
}

// true the first time
function markRead(db, user, id) {
  return false;
}

// Run shows the newest entries of the first user.
page(db, 1, null).entries.slice(0, 3);
