// fails: rivals
// says: report(db
// from: b-merged-hourly.js
// Deletes the sums of the last days, then counts them: in between the report lacks these days.

function refresh(db) {
  const day = 86_400_000;
  const since = new Date(Math.floor(new Date().getTime() / day - 4) * day);
  db.days.deleteMany({ "_id.day": { $gte: since } });
  recount(db, since);
}
