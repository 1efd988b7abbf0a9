// All guests in buckets of fifty, a page each; the next bucket is opened under a unique number.
// wins: When late pages are read as often as the first ones.
// stars: one-document, growth

const SIZE = 50;

function setup(db, rows) {
  db.pages.createIndex({ event: 1, n: 1 }, { unique: true });
  db.pages.createIndex({ event: 1, "guests.user": 1 }, { unique: true });
  db.events.insertMany(rows.events);
  const lists = new Map();
  for (const { event, ...guest } of rows.guests) {
    if (!lists.has(event)) lists.set(event, []);
    lists.get(event).push(guest);
  }
  const pages = [];
  for (const [event, all] of lists) {
    for (let n = 0; n * SIZE < all.length; n++) {
      const part = all.slice(n * SIZE, (n + 1) * SIZE);
      pages.push({ event, n, count: part.length, guests: part });
    }
  }
  db.pages.insertMany(pages);
}

const newest = (db, event) => db.pages.find({ event }, { n: 1, count: 1 }).sort({ n: -1 }).limit(1).toArray()[0];

function join(db, event, user, name) {
  const guest = { user, name };
  if (!db.events.findOne({ _id: event }, { _id: 1 })) return false;
  for (;;) {
    if (isGuest(db, event, user)) return false;
    const last = newest(db, event);
    try {
      if (last && last.count < SIZE) {
        const room = { _id: last._id, count: { $lt: SIZE }, "guests.user": { $ne: user } };
        if (db.pages.updateOne(room, { $push: { guests: guest }, $inc: { count: 1 } }).modifiedCount === 1) return true;
      } else {
        db.pages.insertOne({ event, n: last ? last.n + 1 : 0, count: 1, guests: [guest] });
        return true;
      }
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
}

function guests(db, event, page) {
  return db.pages.findOne({ event, n: page })?.guests ?? [];
}

function isGuest(db, event, user) {
  return db.pages.findOne({ event, "guests.user": user }, { _id: 1 }) !== null;
}

function count(db, event) {
  const last = newest(db, event);
  return last ? last.n * SIZE + last.count : 0;
}
