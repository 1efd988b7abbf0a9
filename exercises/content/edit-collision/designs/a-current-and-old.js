// The page has the current text and its version; a save first copies that to the old versions, then replaces it.
// wins: When the current text is read far more often than any old one.
// stars: lean-open, growth

function setup(db, rows) {
  db.versions.createIndex({ page: 1, version: 1 }, { unique: true });
  db.pages.insertMany(rows.pages.map((page) => ({ ...page, version: 1, user: null })));
}

function open(db, page) {
  const found = db.pages.findOne({ _id: page });
  return found && { text: found.text, tags: found.tags, token: found.version };
}

function save(db, page, token, text, user) {
  const old = db.pages.findOne({ _id: page, version: token });
  if (!old) return false;
  try {
    db.versions.insertOne({ page, version: token, text: old.text, user: old.user });
  } catch (error) {
    // A rival or a client that died has made the same copy.
    if (error.code !== 11000) throw error;
  }
  const change = { $set: { text, user }, $inc: { version: 1 } };
  return db.pages.updateOne({ _id: page, version: token }, change).modifiedCount === 1;
}

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } });
}

function history(db, page, n) {
  const now = db.pages.findOne({ _id: page });
  if (!now) return [];
  const { version, text, user } = now;
  // A save that was cut off may have copied the current text: only older versions count.
  const old = n > 1 ? db.versions.find({ page, version: { $lt: version } }).sort({ version: -1 }).limit(n - 1).toArray() : [];
  return [{ version, text, user }, ...old];
}
