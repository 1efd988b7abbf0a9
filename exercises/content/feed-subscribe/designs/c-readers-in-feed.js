// Each feed has its readers and their number: one guarded update changes both.
// wins: When a feed has a few hundred readers at most.
// stars: one-write, popular

function setup(db, rows) {
  const feeds = new Map();
  for (const { _id, feeds: own } of rows.users) {
    for (const { url, name } of own) {
      const feed = feeds.get(url) ?? { _id: url, name, subscribers: 0, readers: [] };
      feed.subscribers += 1;
      feed.readers.push(_id);
      feeds.set(url, feed);
    }
  }
  db.feeds.createIndex({ subscribers: -1, _id: 1 });
  db.feeds.createIndex({ readers: 1 });
  db.users.insertMany(rows.users.map(({ _id }) => ({ _id })));
  db.feeds.insertMany([...feeds.values()]);
}

const join = (db, user, url) =>
  db.feeds.updateOne({ _id: url, readers: { $ne: user } }, { $push: { readers: user }, $inc: { subscribers: 1 } }).modifiedCount === 1;

function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user })) return false;
  if (join(db, user, url)) return true;
  try {
    db.feeds.insertOne({ _id: url, name, subscribers: 1, readers: [user] });
    return true;
  } catch (error) {
    if (error.code !== 11000) throw error;
  }
  // The feed is there: the user reads it, or another client has just made it.
  return join(db, user, url);
}

function unsubscribe(db, user, url) {
  const leave = { $pull: { readers: user }, $inc: { subscribers: -1 } };
  return db.feeds.updateOne({ _id: url, readers: user }, leave).modifiedCount === 1;
}

function feedsOf(db, user) {
  return db.feeds.find({ readers: user }, { _id: 0, url: "$_id", name: 1 }).sort({ name: 1, _id: 1 });
}

function popular(db, n) {
  const shown = { _id: 0, url: "$_id", name: 1, subscribers: 1 };
  return db.feeds.find({ subscribers: { $gt: 0 } }, shown).sort({ subscribers: -1, _id: 1 }).limit(n);
}
