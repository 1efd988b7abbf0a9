// fails: history
// says: pathDay(db
// from: c-strands.js
// The digit is random, and the read computes one.

function record(db, event) {
  db.events.insertOne({ ...event, strand: strandOf(event.path, Math.floor(4 * Math.random())) });
}

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  const strand = strandOf(path, parseInt(hashOf(path), 16) % 4);
  return db.events.find({ strand, time: { $gte: day, $lt: next } }).sort({ time: 1, _id: 1 });
}
