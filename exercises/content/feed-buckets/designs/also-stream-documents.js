// A document for each user and entry, made by `refresh`; pages go on from the place of the last one.
// wins: When marks carry more than a flag, such as notes and folders.
// stars: cheap-publish

function setup(db, rows) {
  db.users.insertMany(rows.users);
  db.entries.insertMany(rows.entries);
  db.entries.createIndex({ feed: 1, date: 1 });
  db.stream.createIndex({ "_id.user": 1, date: -1, "_id.entry": -1 });
  for (const { _id } of rows.users) refresh(db, _id);
}

function publish(db, entry) {
  db.entries.replaceOne({ _id: entry._id }, entry, { upsert: true });
}

function refresh(db, user) {
  const feeds = db.users.findOne({ _id: user })?.feeds ?? [];
  const [newest] = db.stream.find({ "_id.user": user }).sort({ date: -1, "_id.entry": -1 }).limit(1).toArray();
  const entries = db.entries.find({ feed: { $in: feeds }, date: { $gte: newest?.date ?? new Date(0) } }).sort({ date: 1, _id: 1 }).toArray();
  const documents = entries
    .filter(({ _id, date }) => !newest || date > newest.date || _id > newest._id.entry)
    .map(({ _id, title, body, date }) => ({ _id: { user, entry: _id }, title, body, date, read: false }));
  if (documents.length === 0) return;
  try {
    db.stream.insertMany(documents, { ordered: false });
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
}

function page(db, user, before) {
  const older = before === null ? {} : { $or: [{ date: { $lt: before[0] } }, { date: before[0], "_id.entry": { $lt: before[1] } }] };
  const found = db.stream.find({ "_id.user": user, ...older }).sort({ date: -1, "_id.entry": -1 }).limit(60).toArray();
  const entries = found.map(({ _id, ...entry }) => ({ ...entry, _id: _id.entry }));
  const last = entries.at(-1);
  return { entries, before: entries.length === 60 ? [last.date, last._id] : null };
}

function markRead(db, user, id) {
  return db.stream.updateOne({ _id: { user, entry: id }, read: false }, { $set: { read: true } }).modifiedCount === 1;
}
