// fails: missed-week
// says: shows 0
// from: c-raw-hits.js
// Hits expire after three days, and the job may fail for a week.

function setup(db, rows) {
  db.hits.createIndex({ page: 1, at: 1 });
  db.hits.createIndex({ at: 1 }, { expireAfterSeconds: 3 * 86_400 });
  db.hours.createIndex({ "_id.at": 1 });
  db.rolled.insertOne({ _id: "until", at: new Date(0) });
  db.hits.insertMany(rows.hits);
  nightly(db);
}
