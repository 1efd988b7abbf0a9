// fails: late
// says: after midnight and refresh
// from: b-merged-hourly.js
// Three days back from midnight: an event that was three days late before midnight lies on the day before.

function refresh(db) {
  const day = 86_400_000;
  recount(db, new Date(Math.floor(new Date().getTime() / day - 3) * day));
}
