// fails: history
// says: guests(db
// Lists guests by their ObjectId, which does not say who was first when several servers make them.

function setup(db, rows) {
  db.events.insertMany(rows.events);
  db.guests.createIndex({ event: 1, user: 1 }, { unique: true });
  db.guests.createIndex({ event: 1, _id: 1 });
  db.guests.insertMany(rows.guests);
}

function join(db, event, user, name) {
  if (!db.events.findOne({ _id: event }, { _id: 1 })) return false;
  try {
    db.guests.insertOne({ event, user, name });
    return true;
  } catch (error) {
    if (error.code === 11000) return false;
    throw error;
  }
}

function guests(db, event, page) {
  return db.guests.find({ event }, { _id: 0, user: 1, name: 1 }).sort({ _id: 1 }).skip(50 * page).limit(50);
}

function isGuest(db, event, user) {
  return db.guests.findOne({ event, user }) !== null;
}

function count(db, event) {
  return db.guests.countDocuments({ event });
}
