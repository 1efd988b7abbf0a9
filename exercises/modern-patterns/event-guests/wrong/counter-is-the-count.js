// fails: crashes
// says: the client died in join
// from: d-embedded.js
// Keeps the count in a second update: a client that dies between leaves it one behind.

function setup(db, rows) {
  const lists = new Map(rows.events.map(({ _id }) => [_id, []]));
  for (const { event, ...guest } of rows.guests) lists.get(event).push(guest);
  db.events.insertMany(rows.events.map((event) => ({ ...event, count: lists.get(event._id).length, guests: lists.get(event._id) })));
}

function join(db, event, user, name) {
  const filter = { _id: event, "guests.user": { $ne: user } };
  if (db.events.updateOne(filter, { $push: { guests: { user, name } } }).modifiedCount === 0) return false;
  db.events.updateOne({ _id: event }, { $inc: { count: 1 } });
  return true;
}

function count(db, event) {
  return db.events.findOne({ _id: event }, { count: 1 })?.count ?? 0;
}
