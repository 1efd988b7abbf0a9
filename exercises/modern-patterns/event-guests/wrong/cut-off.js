// fails: history
// says: calls of join
// from: d-embedded.js
// Keeps the list short with $slice: the thousand and first guest vanishes without an error.

function setup(db, rows) {
  const lists = new Map(rows.events.map(({ _id }) => [_id, []]));
  for (const { event, ...guest } of rows.guests) lists.get(event).push(guest);
  db.events.insertMany(rows.events.map((event) => ({ ...event, guests: lists.get(event._id).slice(0, 1000) })));
}

function join(db, event, user, name) {
  const filter = { _id: event, "guests.user": { $ne: user } };
  const push = { $push: { guests: { $each: [{ user, name }], $slice: 1000 } } };
  return db.events.updateOne(filter, push).matchedCount === 1;
}
