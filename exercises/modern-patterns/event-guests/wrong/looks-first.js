// fails: race
// says: "first" is listed 2 times
// from: b-guest-documents.js
// Looks whether the guest is there, then stores it, with nothing unique.

function setup(db, rows) {
  db.guests.createIndex({ event: 1, user: 1 });
  db.guests.createIndex({ event: 1, n: 1 });
  db.events.insertMany(rows.events);
  db.guests.insertMany(rows.guests.map((guest, n) => ({ ...guest, n })));
  db.events.updateMany({}, { $set: { last: rows.guests.length } });
}
