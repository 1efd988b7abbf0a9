// Four strands for each path, each sorted by time; a question asks for all four.
// wins: When one index has to serve both the writes and the question.
// stars: even, aimed, day-read

function setup(db, rows) {}

// Eight hexadecimal digits: the same for the same id, otherwise any.
function hashOf(id) {
  let hash = 2166136261;
  for (const letter of `${id}`) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489917);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0");
}

const strandOf = (path, digit) => `${path} ${digit}`;

function shardKey() {
  return { strand: 1, time: 1 };
}

function record(db, event) {
  const digit = parseInt(hashOf(event._id), 16) % 4;
  db.events.insertOne({ ...event, strand: strandOf(event.path, digit) });
}

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  const strand = { $in: [0, 1, 2, 3].map((digit) => strandOf(path, digit)) };
  return db.events.find({ strand, time: { $gte: day, $lt: next } }, { strand: 0 }).sort({ time: 1, _id: 1 });
}
