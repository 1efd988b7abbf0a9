// fails: history
// says: guests(db
// from: d-embedded.js
// Puts a new guest at the beginning of the list.

function join(db, event, user, name) {
  const filter = { _id: event, "guests.user": { $ne: user } };
  return db.events.updateOne(filter, { $push: { guests: { $each: [{ user, name }], $position: 0 } } }).modifiedCount === 1;
}
