// A document for each subscription, unique by user and URL. Nothing has to agree with it: the ranking counts.
// wins: When the ranking is asked for a few times a day.
// stars: one-write, growth

function setup(db, rows) {
  db.subscriptions.createIndex({ user: 1, url: 1 }, { unique: true });
  const all = rows.users.flatMap(({ _id, feeds }) => feeds.map(({ url, name }) => ({ user: _id, url, name })));
  const names = new Map(all.map(({ url, name }) => [url, name]));
  db.users.insertMany(rows.users.map(({ _id }) => ({ _id })));
  db.subscriptions.insertMany(all);
  db.feeds.insertMany([...names].map(([_id, name]) => ({ _id, name })));
}

function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user })) return false;
  const options = { upsert: true, returnDocument: "after" };
  const feed = db.feeds.findOneAndUpdate({ _id: url }, { $setOnInsert: { name } }, options);
  try {
    db.subscriptions.insertOne({ user, url, name: feed.name });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function unsubscribe(db, user, url) {
  return db.subscriptions.deleteOne({ user, url }).deletedCount === 1;
}

function feedsOf(db, user) {
  return db.subscriptions.find({ user }, { _id: 0, url: 1, name: 1 }).sort({ name: 1, url: 1 });
}

function popular(db, n) {
  return db.subscriptions.aggregate([
    { $group: { _id: "$url", name: { $first: "$name" }, subscribers: { $sum: 1 } } },
    { $sort: { subscribers: -1, _id: 1 } },
    { $limit: n },
    { $project: { _id: 0, url: "$_id", name: 1, subscribers: 1 } },
  ]);
}
