// fails: history
// says: With names that are the same when they are joined
// from: b-guest-documents.js
// The guest's key is event and user as one text: "a" and ".bx" are the same as "a.b" and "x".

function setup(db, rows) {
  db.guests.createIndex({ key: 1 }, { unique: true });
  db.guests.createIndex({ event: 1, n: 1 });
  db.events.insertMany(rows.events.map((event) => ({ ...event, last: 0 })));
  db.guests.insertMany(rows.guests.map((guest, n) => ({ ...guest, key: `${guest.event}${guest.user}`, n })));
  db.events.updateMany({}, { $set: { last: rows.guests.length } });
}

function join(db, event, user, name) {
  if (isGuest(db, event, user)) return false;
  const counter = db.events.findOneAndUpdate({ _id: event }, { $inc: { last: 1 } }, { projection: { last: 1 } });
  if (!counter) return false;
  db.guests.insertOne({ event, user, key: `${event}${user}`, name, n: counter.last });
  return true;
}

function isGuest(db, event, user) {
  return db.guests.findOne({ key: `${event}${user}` }, { _id: 1 }) !== null;
}
