// fails: history
// says: returned true, promised false
// from: c-readers-in-feed.js
// Takes `$addToSet` and `$inc` in one update: the number rises although nothing was added.

function subscribe(db, user, url, name) {
  if (!db.users.findOne({ _id: user })) return false;
  const change = { $setOnInsert: { name }, $addToSet: { readers: user }, $inc: { subscribers: 1 } };
  const { modifiedCount, upsertedCount } = db.feeds.updateOne({ _id: url }, change, { upsert: true });
  return modifiedCount + upsertedCount === 1;
}
