// fails: narrow
// says: documents for
// from: a-sort-before-range.js
// An index for each of three fields: the rest of the filter is found out by reading documents.

function setup(db, rows) {
  db.events.createIndex({ path: 1 });
  db.events.createIndex({ host: 1, time: 1 });
  db.events.createIndex({ status: 1 });
  db.events.insertMany(rows.events);
}
