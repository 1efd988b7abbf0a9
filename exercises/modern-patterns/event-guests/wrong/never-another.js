// fails: famous
// says: guests(db, 3, 30) has 0 guests
// from: a-outlier-overflows.js
// Puts all further guests into the last document, which setup alone keeps short.

function join(db, event, user, name) {
  const push = { $push: { guests: { user, name } } };
  const room = { "guests.user": { $ne: user }, [`guests.${MOST - 1}`]: { $exists: false } };
  if (db.events.updateOne({ _id: event, ...room }, push).modifiedCount === 1) return true;
  if (!db.events.findOne({ _id: event }, { _id: 1 }) || isGuest(db, event, user)) return false;
  db.events.updateOne({ _id: event }, { $set: { more: true } });
  const last = db.more.find({ event }, { n: 1 }).sort({ n: -1 }).limit(1).toArray()[0];
  return db.more.updateOne({ event, n: last?.n ?? 0 }, push, { upsert: true }).acknowledged;
}
