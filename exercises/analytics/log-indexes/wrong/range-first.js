// fails: narrow
// says: keys for
// from: a-sort-before-range.js
// Begins with the time, which every question has: a host is searched for among all events.

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1 });
  db.events.createIndex({ time: 1, host: 1 });
  db.events.createIndex({ status: 1, ms: 1, time: 1 });
  db.events.insertMany(rows.events);
}
