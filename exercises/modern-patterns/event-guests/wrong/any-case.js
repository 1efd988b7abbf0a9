// Finds guests whatever the case of their name: `Ann` is taken for `ann`.
// fails: history
// says: isGuest(db,
// from: b-guest-documents.js

function isGuest(db, event, user) {
  return db.guests.find({ event }, { user: 1 }).toArray().some((guest) => guest.user.toLowerCase() === user.toLowerCase());
}
