// The page has the current text; copy and save are one transaction, and nothing half done can be seen.
// wins: When more than two documents have to change with a save.
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
  const session = db.getMongo().startSession();
  let done = false;
  try {
    session.withTransaction(() => {
      const { pages, versions } = session.getDatabase(db.getName());
      const change = { $set: { text, user }, $inc: { version: 1 } };
      const old = pages.findOneAndUpdate({ _id: page, version: token }, change, { returnDocument: "before" });
      done = old !== null;
      if (done) versions.insertOne({ page, version: token, text: old.text, user: old.user });
    });
  } finally {
    session.endSession();
  }
  return done;
}

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } });
}

function history(db, page, n) {
  const now = db.pages.findOne({ _id: page });
  if (!now) return [];
  const { version, text, user } = now;
  const old = n > 1 ? db.versions.find({ page, version: { $lt: version } }).sort({ version: -1 }).limit(n - 1).toArray() : [];
  return [{ version, text, user }, ...old];
}
