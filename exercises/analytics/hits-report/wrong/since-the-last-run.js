// fails: late
// says: the events make
// from: b-merged-hourly.js
// Counts the days of events since the last run by their own time: late ones lie before it.

function refresh(db) {
  const day = 86_400_000;
  recount(db, new Date(Math.floor((new Date().getTime() - 3_600_000) / day) * day));
}
