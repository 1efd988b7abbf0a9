// fails: narrow
// says: events of status
// from: a-sort-before-range.js
// Failures are rare, and so is the question: but it reads the whole log.

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1 });
  db.events.createIndex({ host: 1, time: 1 });
  db.events.insertMany(rows.events);
}
