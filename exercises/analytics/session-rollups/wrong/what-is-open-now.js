// fails: history
// says: totals(db
// from: a-open-hours-again.js
// Adds up the hours that are open now: those that were closed since the last rollup are left as they were.

function setup(db, rows) {
  db.sessions.createIndex({ at: 1 });
  db.sessions.insertMany(rows.sessions);
  sums(db, new Date(0));
}

function rollup(db) {
  sums(db, firstOpen());
}

function sums(db, since) {
  sum(db, "sessions", "hour", since, "$length", 1);
  sum(db, "hour", "day", since, "$total", "$count");
  sum(db, "day", "month", since, "$total", "$count");
}
