// A document for each guest with a number from the event's counter; a unique index refuses the second one.
// wins: When many events are large, or guests have fields of their own that change.
// stars: growth, cheap-join

function setup(db, rows) {
  db.guests.createIndex({ event: 1, user: 1 }, { unique: true });
  db.guests.createIndex({ event: 1, n: 1 });
  db.events.insertMany(rows.events.map((event) => ({ ...event, last: 0 })));
  db.guests.insertMany(rows.guests.map((guest, n) => ({ ...guest, n })));
  db.events.updateMany({}, { $set: { last: rows.guests.length } });
}

function join(db, event, user, name) {
  if (isGuest(db, event, user)) return false;
  const counter = db.events.findOneAndUpdate({ _id: event }, { $inc: { last: 1 } }, { projection: { last: 1 } });
  if (!counter) return false;
  try {
    db.guests.insertOne({ event, user, name, n: counter.last });
    return true;
  } catch (error) {
    // The number is lost, which harms nobody: pages are counted by guests, not by numbers.
    if (error.code === 11000) return false;
    throw error;
  }
}

function guests(db, event, page) {
  return db.guests.find({ event }, { _id: 0, user: 1, name: 1 }).sort({ event: 1, n: 1 }).skip(50 * page).limit(50);
}

function isGuest(db, event, user) {
  return db.guests.findOne({ event, user }, { _id: 1 }) !== null;
}

function count(db, event) {
  return db.guests.countDocuments({ event });
}
