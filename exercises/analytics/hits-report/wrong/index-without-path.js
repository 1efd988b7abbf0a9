// fails: month-only
// says: documents; the month has
// from: a-when-asked.js
// The index knows the time; the path of each event is looked up in its document.

function setup(db, rows) {
  db.events.createIndex({ time: 1 });
  db.events.insertMany(rows.events);
}
