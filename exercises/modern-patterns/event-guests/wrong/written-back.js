// fails: rivals
// says: at the same moment
// from: d-embedded.js
// Reads the list, appends to it and writes it back.

function join(db, event, user, name) {
  const found = db.events.findOne({ _id: event });
  if (!found || found.guests.some((guest) => guest.user === user)) return false;
  db.events.updateOne({ _id: event }, { $set: { guests: [...found.guests, { user, name }] } });
  return true;
}
