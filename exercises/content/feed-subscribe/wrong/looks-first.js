// fails: rivals
// says: at the same moment
// from: a-list-in-user.js
// Looks whether the subscription is there, then writes: two clicks look before either writes.

function subscribe(db, user, url, name) {
  const found = db.users.findOne({ _id: user });
  if (!found || found.feeds.some((feed) => feed.url === url)) return false;
  const options = { upsert: true, returnDocument: "after" };
  const feed = db.feeds.findOneAndUpdate({ _id: url }, { $setOnInsert: { name }, $inc: { subscribers: 1 } }, options);
  db.users.updateOne({ _id: user }, { $push: { feeds: { url, name: feed.name } } });
  return true;
}
