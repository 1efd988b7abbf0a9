// Guests are a list in the event; from a thousand on, the event is marked and further guests go into documents of 500.
// wins: When nearly all events are small, and the few large ones must not break anything.
// stars: one-document, growth

const MOST = 1000;
const MORE = 500;

function setup(db, rows) {
  db.more.createIndex({ event: 1, n: 1 }, { unique: true });
  db.more.createIndex({ event: 1, "guests.user": 1 }, { unique: true });
  const lists = new Map(rows.events.map(({ _id }) => [_id, []]));
  for (const { event, ...guest } of rows.guests) lists.get(event).push(guest);
  for (const event of rows.events) {
    const all = lists.get(event._id);
    db.events.insertOne({ ...event, guests: all.slice(0, MOST), more: all.length > MOST });
    for (let n = 0; MOST + n * MORE < all.length; n++) {
      db.more.insertOne({ event: event._id, n, guests: all.slice(MOST + n * MORE, MOST + (n + 1) * MORE) });
    }
  }
}

function join(db, event, user, name) {
  const push = { $push: { guests: { user, name } } };
  const room = (most) => ({ "guests.user": { $ne: user }, [`guests.${most - 1}`]: { $exists: false } });
  if (db.events.updateOne({ _id: event, ...room(MOST) }, push).modifiedCount === 1) return true;
  const found = db.events.findOne({ _id: event, "guests.user": { $ne: user } }, { more: 1 });
  if (!found) return false;
  // The mark comes first: a mark with nothing behind it harms nobody.
  if (!found.more) db.events.updateOne({ _id: event }, { $set: { more: true } });
  for (;;) {
    if (db.more.findOne({ event, "guests.user": user }, { n: 1 })) return false;
    const last = db.more.find({ event }, { n: 1 }).sort({ n: -1 }).limit(1).toArray()[0];
    try {
      if (last && db.more.updateOne({ _id: last._id, ...room(MORE) }, push).modifiedCount === 1) return true;
      db.more.insertOne({ event, n: last ? last.n + 1 : 0, guests: [{ user, name }] });
      return true;
    } catch (error) {
      // Another client opened this document, or entered the same guest.
      if (error.code !== 11000) throw error;
    }
  }
}

function guests(db, event, page) {
  const part = (at) => ({ guests: { $slice: [at, 50] } });
  const found = db.events.findOne({ _id: event }, part(50 * page));
  if (!found?.more || 50 * page < MOST) return found?.guests ?? [];
  const at = 50 * page - MOST;
  return db.more.findOne({ event, n: Math.floor(at / MORE) }, part(at % MORE))?.guests ?? [];
}

function isGuest(db, event, user) {
  if (db.events.findOne({ _id: event, "guests.user": user }, { _id: 1 })) return true;
  return db.more.findOne({ event, "guests.user": user }, { _id: 1 }) !== null;
}

function count(db, event) {
  const size = { _id: 0, more: 1, n: 1, size: { $size: "$guests" } };
  const first = db.events.findOne({ _id: event }, size);
  if (!first?.more) return first?.size ?? 0;
  // No document is opened before the one before it is full.
  const last = db.more.find({ event }, size).sort({ n: -1 }).limit(1).toArray()[0];
  return first.size + (last ? last.n * MORE + last.size : 0);
}
