// Events as they come, and a document for each guest.

function setup(db, rows) {
  db.events.insertMany(rows.events);
  db.guests.insertMany(rows.guests);
}

// true if the user was no guest yet
function join(db, event, user, name) {
  db.guests.insertOne({ event, user, name });
  return true;
}

// 50 a page, in the order of joining
function guests(db, event, page) {
  return db.guests.find({ event }).skip(50 * page).limit(50).map(({ user, name }) => ({ user, name }));
}

function isGuest(db, event, user) {
  return db.guests.findOne({ event, user }) !== null;
}

function count(db, event) {
  return db.guests.countDocuments({ event });
}

// Run shows a first page.
guests(db, 1, 0);
