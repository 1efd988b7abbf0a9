// fails: history
// says: calls of join
// from: a-outlier-overflows.js
// Looks for a guest in the event's own document only.

function isGuest(db, event, user) {
  return db.events.findOne({ _id: event, "guests.user": user }, { _id: 1 }) !== null;
}
