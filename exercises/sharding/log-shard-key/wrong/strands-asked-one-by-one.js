// fails: aimed
// says: paths ask more than two shards
// from: c-strands.js
// Asks for each strand in a question of its own.

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return [0, 1, 2, 3]
    .flatMap((digit) => db.events.find({ strand: strandOf(path, digit), time: { $gte: day, $lt: next } }).toArray())
    .sort((a, b) => a.time - b.time || a._id - b._id);
}
