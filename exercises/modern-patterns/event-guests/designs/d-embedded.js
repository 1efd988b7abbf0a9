// All guests of an event are a list in its document, however many.
// wins: When no event can have more than some hundred guests.
// stars: one-document

function setup(db, rows) {
  const lists = new Map(rows.events.map(({ _id }) => [_id, []]));
  for (const { event, ...guest } of rows.guests) lists.get(event).push(guest);
  db.events.insertMany(rows.events.map((event) => ({ ...event, guests: lists.get(event._id) })));
}

function join(db, event, user, name) {
  const filter = { _id: event, "guests.user": { $ne: user } };
  return db.events.updateOne(filter, { $push: { guests: { user, name } } }).modifiedCount === 1;
}

function guests(db, event, page) {
  return db.events.findOne({ _id: event }, { guests: { $slice: [50 * page, 50] } })?.guests ?? [];
}

function isGuest(db, event, user) {
  return db.events.findOne({ _id: event, "guests.user": user }, { _id: 1 }) !== null;
}

function count(db, event) {
  const found = db.events.findOne({ _id: event }, { size: { $size: "$guests" } });
  return found ? found.size : 0;
}
