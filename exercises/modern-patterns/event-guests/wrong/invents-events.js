// fails: history
// says: join(db, 'unknown'
// from: d-embedded.js
// An upsert creates the event that nobody has announced.

function join(db, event, user, name) {
  if (isGuest(db, event, user)) return false;
  const filter = { _id: event, "guests.user": { $ne: user } };
  const { modifiedCount, upsertedCount } = db.events.updateOne(filter, { $push: { guests: { user, name } } }, { upsert: true });
  return modifiedCount + upsertedCount === 1;
}
