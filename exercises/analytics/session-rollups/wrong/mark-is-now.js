// fails: history
// says: totals(db
// from: a-open-hours-again.js
// Continues from the hour of the last rollup. It never adds a session that came late for the hour before.

function rollup(db) {
  const open = new Date(Math.floor(Date.now() / HOUR) * HOUR);
  const since = db.marks.findOne({ _id: "rolled up" })?.since ?? new Date(0);
  sum(db, "sessions", "hour", since, "$length", 1);
  sum(db, "hour", "day", since, "$total", "$count");
  sum(db, "day", "month", since, "$total", "$count");
  db.marks.updateOne({ _id: "rolled up" }, { $max: { since: open } }, { upsert: true });
}
