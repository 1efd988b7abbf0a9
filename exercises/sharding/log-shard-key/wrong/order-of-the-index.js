// fails: answers
// says: in another order
// from: a-path-and-hash.js
// Relies on the order of an index: events come from four shards, one shard after another.

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1, _id: 1 });
}

function pathDay(db, path, day) {
  const next = new Date(Number(day) + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).toArray();
}
