// fails: growth
// says: with 6000 sessions in the log, a rollup with nothing new examined
// from: a-open-hours-again.js
// Adds up the whole log in every rollup.

function rollup(db) {
  sum(db, "sessions", "hour", new Date(0), "$length", 1);
  sum(db, "hour", "day", new Date(0), "$total", "$count");
  sum(db, "day", "month", new Date(0), "$total", "$count");
}
