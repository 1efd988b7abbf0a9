// fails: history
// says: pathDay(db
// from: a-path-and-hash.js
// Looks for the path whatever its capitals: `/a` finds the events of `/A`, too.

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  const found = db.events.find({ path, time: { $gte: day, $lt: next } }, { hash: 0 });
  return found.collation({ locale: "en", strength: 2 }).sort({ time: 1, _id: 1 });
}
