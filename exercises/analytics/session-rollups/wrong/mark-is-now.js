// fails: closing
// says: were recorded
// from: a-open-hours-again.js
// Goes on from the hour in which the last rollup ran: a session that came late for the hour before is not added up.

function rollup(db) {
  const open = new Date(Math.floor(Date.now() / HOUR) * HOUR);
  const since = db.marks.findOne({ _id: "rolled up" })?.since ?? new Date(0);
  sum(db, "sessions", "hour", since, "$length", 1);
  sum(db, "hour", "day", since, "$total", "$count");
  sum(db, "day", "month", since, "$total", "$count");
  db.marks.updateOne({ _id: "rolled up" }, { $max: { since: open } }, { upsert: true });
}
