// A document for each guest whose _id is the event and the next free number; a client that is too late tries the next.
// wins: Its only advantage over a counter is that no number is lost.
// stars: growth, cheap-join

function setup(db, rows) {
  db.events.insertMany(rows.events);
  db.guests.createIndex({ "_id.event": 1, user: 1 }, { unique: true });
  const sizes = new Map();
  const next = (event) => sizes.set(event, (sizes.get(event) ?? -1) + 1).get(event);
  db.guests.insertMany(rows.guests.map(({ event, user, name }) => ({ _id: { event, n: next(event) }, user, name })));
}

const places = (event, from, to) => ({ _id: { $gte: { event, n: from }, $lt: { event, n: to } } });

function count(db, event) {
  const last = db.guests.find(places(event, 0, Infinity), { _id: 1 }).sort({ _id: -1 }).limit(1).toArray()[0];
  return last ? last._id.n + 1 : 0;
}

function isGuest(db, event, user) {
  return db.guests.countDocuments({ "_id.event": event, user }) > 0;
}

function join(db, event, user, name) {
  if (db.events.countDocuments({ _id: event }) === 0) return false;
  while (!isGuest(db, event, user)) {
    try {
      db.guests.insertOne({ _id: { event, n: count(db, event) }, user, name });
      return true;
    } catch (error) {
      if (error.code !== 11000) throw error;
    }
  }
  return false;
}

function guests(db, event, page) {
  return db.guests.find(places(event, 50 * page, 50 * page + 50)).sort({ _id: 1 }).map(({ user, name }) => ({ user, name }));
}
