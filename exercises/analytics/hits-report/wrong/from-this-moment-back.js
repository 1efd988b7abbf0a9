// fails: months
// says: the events make
// from: b-merged-hourly.js
// Counts from a moment in the middle of a day on, and replaces the whole day with it.

function refresh(db) {
  recount(db, new Date(new Date().getTime() - 4 * 86_400_000));
}
