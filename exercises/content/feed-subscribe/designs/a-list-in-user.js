// Each user has the list, each feed the number of its readers, which changes only when a list has changed.
// wins: When lists are read most, and the ranking must be cheap.
// stars: popular, growth

function setup(db, rows) {
  const feeds = new Map();
  for (const { url, name } of rows.users.flatMap(({ feeds }) => feeds)) {
    const feed = feeds.get(url) ?? { _id: url, name, subscribers: 0 };
    feed.subscribers += 1;
    feeds.set(url, feed);
  }
  db.feeds.createIndex({ subscribers: -1, _id: 1 });
  db.users.insertMany(rows.users);
  db.feeds.insertMany([...feeds.values()]);
}

function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user }, { _id: 1 })) return false;
  const options = { upsert: true, returnDocument: "after" };
  const feed = db.feeds.findOneAndUpdate({ _id: url }, { $setOnInsert: { name, subscribers: 0 } }, options);
  const added = { $push: { feeds: { url, name: feed.name } } };
  if (db.users.updateOne({ _id: user, "feeds.url": { $ne: url } }, added).modifiedCount === 0) return false;
  db.feeds.updateOne({ _id: url }, { $inc: { subscribers: 1 } });
  return true;
}

function unsubscribe(db, user, url) {
  if (db.users.updateOne({ _id: user, "feeds.url": url }, { $pull: { feeds: { url } } }).modifiedCount === 0) return false;
  db.feeds.updateOne({ _id: url }, { $inc: { subscribers: -1 } });
  return true;
}

// The database sorts by bytes; `<` compares UTF-16 units.
function feedsOf(db, user) {
  const stages = [{ $match: { _id: user } }, { $unwind: "$feeds" }, { $replaceWith: "$feeds" }, { $sort: { name: 1, url: 1 } }];
  return db.users.aggregate(stages);
}

function popular(db, n) {
  const top = db.feeds.find({ subscribers: { $gt: 0 } }).sort({ subscribers: -1, _id: 1 }).limit(n);
  return top.map(({ _id, name, subscribers }) => ({ url: _id, name, subscribers }));
}

// Counts all lists again; the lists are the truth.
function recount(db) {
  const counts = new Map();
  for (const { feeds } of db.users.find()) for (const { url } of feeds) counts.set(url, (counts.get(url) ?? 0) + 1);
  for (const { _id, subscribers } of db.feeds.find().toArray()) {
    const right = counts.get(_id) ?? 0;
    if (subscribers !== right) db.feeds.updateOne({ _id }, { $set: { subscribers: right } });
  }
}
