// fails: overlap
// says: a rollup that died
// from: a-open-hours-again.js
// Notes that it is done before it begins: after a death nobody adds up these hours.

function rollup(db) {
  const since = db.marks.findOne({ _id: "rolled up" })?.since ?? new Date(0);
  db.marks.updateOne({ _id: "rolled up" }, { $max: { since: firstOpen() } }, { upsert: true });
  sum(db, "sessions", "hour", since, "$length", 1);
  sum(db, "hour", "day", since, "$total", "$count");
  sum(db, "day", "month", since, "$total", "$count");
}
