// Hashed ids spread everything; every question asks every shard, each of which has an index for it.
// wins: When writes are all that matters, and questions are few.
// stars: even, day-read

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1, _id: 1 });
}

function shardKey() {
  return { _id: "hashed" };
}

function record(db, event) {
  db.events.insertOne(event);
}

// oldest first, equal times by _id
function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: 1, _id: 1 });
}
