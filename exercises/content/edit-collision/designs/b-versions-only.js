// A document for each version; the unique key of the next version is the lock. Tags are elsewhere.
// wins: When pages are saved nearly as often as they are opened, or versions are compared all day.
// stars: one-write, growth

function setup(db, rows) {
  db.versions.createIndex({ page: 1, version: -1 }, { unique: true });
  db.pages.insertMany(rows.pages.map(({ _id, tags }) => ({ _id, tags })));
  db.versions.insertMany(rows.pages.map(({ _id, text }) => ({ page: _id, version: 1, text, user: null })));
}

function open(db, page) {
  const newest = [{ $sort: { version: -1 } }, { $limit: 1 }];
  const join = { from: "versions", localField: "_id", foreignField: "page", pipeline: newest, as: "newest" };
  const [found] = db.pages.aggregate([{ $match: { _id: page } }, { $lookup: join }]).toArray();
  if (!found) return null;
  const [{ text, version }] = found.newest;
  return { text, tags: found.tags, token: { page, version } };
}

function save(db, page, token, text, user) {
  if (token.page !== page) return false;
  try {
    db.versions.insertOne({ page, version: token.version + 1, text, user });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function tag(db, page, tags) {
  db.pages.updateOne({ _id: page }, { $addToSet: { tags: { $each: tags } } });
}

function history(db, page, n) {
  return db.versions.find({ page }, { _id: 0, version: 1, text: 1, user: 1 }).sort({ version: -1 }).limit(n);
}
