// fails: history
// says: subscribers` is
// from: a-list-in-user.js
// Raises the number whether or not the list has changed.

function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user }, { _id: 1 })) return false;
  const options = { upsert: true, returnDocument: "after" };
  const feed = db.feeds.findOneAndUpdate({ _id: url }, { $setOnInsert: { name }, $inc: { subscribers: 1 } }, options);
  const added = { $push: { feeds: { url, name: feed.name } } };
  return db.users.updateOne({ _id: user, "feeds.url": { $ne: url } }, added).modifiedCount === 1;
}
