// The list in the user and the number in the feed, changed in one transaction: nothing to count again.
// wins: When nobody looks after a recount, and a click may take more trips.
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

function together(db, work) {
  const session = db.getMongo().startSession();
  let done = false;
  try {
    session.withTransaction(() => {
      done = work(session.getDatabase(db.getName()));
    });
  } finally {
    session.endSession();
  }
  return done;
}

function subscribe(db, user, url, name) {
  return together(db, ({ users, feeds }) => {
    if (!users.findOne({ _id: user, "feeds.url": { $ne: url } }, { _id: 1 })) return false;
    const options = { upsert: true, returnDocument: "after" };
    const feed = feeds.findOneAndUpdate({ _id: url }, { $setOnInsert: { name }, $inc: { subscribers: 1 } }, options);
    users.updateOne({ _id: user }, { $push: { feeds: { url, name: feed.name } } });
    return true;
  });
}

function unsubscribe(db, user, url) {
  return together(db, ({ users, feeds }) => {
    if (users.updateOne({ _id: user, "feeds.url": url }, { $pull: { feeds: { url } } }).modifiedCount === 0) return false;
    feeds.updateOne({ _id: url }, { $inc: { subscribers: -1 } });
    return true;
  });
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
