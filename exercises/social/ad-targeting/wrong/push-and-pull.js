// fails: history
// says: failed: MongoServerError: Updating the path 'seen' would
// from: a-pruned-list.js
// Appends and removes in one update: two operators cannot change the same list.

function seen(db, visitor, unit) {
  const since = new Date(Date.now() - DAY);
  db.visitors.updateOne(
    { _id: visitor },
    { $push: { seen: { unit, at: new Date() } }, $pull: { seen: { at: { $lte: since } } } },
    { upsert: true },
  );
}
