// fails: first-name
// says: "Nobody's"; its first name was "First"
// from: a-list-in-user.js
// Makes the feed before it knows whether there is such a user.

function subscribe(db, user, url, name) {
  const options = { upsert: true, returnDocument: "after" };
  const feed = db.feeds.findOneAndUpdate({ _id: url }, { $setOnInsert: { name, subscribers: 0 } }, options);
  const added = { $push: { feeds: { url, name: feed.name } } };
  if (db.users.updateOne({ _id: user, "feeds.url": { $ne: url } }, added).modifiedCount === 0) return false;
  db.feeds.updateOne({ _id: url }, { $inc: { subscribers: 1 } });
  return true;
}
