// fails: history
// says: has 200 elements, promised 1100
// from: a-when-asked.js
// Shows two hundred events of a day; a busy path has more.

function eventsOf(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: 1 }).limit(200);
}
