// fails: history
// says: in another order
// from: c-strands.js
// Sorts by time alone; events of one moment come as they lie on the shards.

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  const strand = { $in: [0, 1, 2, 3].map((digit) => strandOf(path, digit)) };
  return db.events.find({ strand, time: { $gte: day, $lt: next } }).sort({ time: 1 });
}
