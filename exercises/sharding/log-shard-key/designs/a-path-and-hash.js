// A path's events are next to each other, divided by a hash; a second index finds the day.
// wins: When one path may take most of the writes at any time.
// stars: even, aimed, day-read

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1 });
}

// Eight hexadecimal digits: the same for the same id, otherwise any.
function hashOf(id) {
  let hash = 2166136261;
  for (const letter of `${id}`) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489917);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0");
}

function shardKey() {
  return { path: 1, hash: 1 };
}

function record(db, event) {
  db.events.insertOne({ ...event, hash: hashOf(event._id) });
}

// oldest first, equal times by _id
function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }, { hash: 0 }).sort({ time: 1, _id: 1 });
}
