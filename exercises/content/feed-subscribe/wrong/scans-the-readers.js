// fails: no-scan
// says: documents for
// from: c-readers-in-feed.js
// Has no index on the readers.

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
  db.users.insertMany(rows.users.map(({ _id }) => ({ _id })));
  db.feeds.insertMany([...feeds.values()]);
}
