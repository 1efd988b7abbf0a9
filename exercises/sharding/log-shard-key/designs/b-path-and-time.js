// The key is the question: path, then time. No further index, no further field.
// wins: When no path takes more than a third of the writes.
// stars: aimed, day-read

function setup(db, rows) {}

function shardKey() {
  return { path: 1, time: 1 };
}

function record(db, event) {
  db.events.insertOne(event);
}

// oldest first, equal times by _id
function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: 1, _id: 1 });
}
