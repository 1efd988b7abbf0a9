// fails: history
// says: pathDay(db
// from: c-strands.js
// Looks for strands that begin with the path: `/a` finds those of `/ab`, too.

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  const strand = { $gte: path, $lt: `${path}~` };
  return db.events.find({ strand, time: { $gte: day, $lt: next } }).sort({ time: 1, _id: 1 });
}
