// Three questions of a log. Nothing is indexed, and nothing is predicted.

function setup(db, rows) {
  db.events.insertMany(rows.events);
}

function pathDay(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: -1 });
}

function hostLatest(db, host, n) {
  return db.events.find({ host }).sort({ time: -1 }).limit(n);
}

function slowest(db, status, from, n) {
  return db.events.find({ status, time: { $gte: from } }).sort({ ms: -1 }).limit(n);
}

// question: { name: "pathDay", args: [path, day] }; { keys, sorts } for your indexes
function keys(rows, question) {
  return { keys: 0, sorts: true };
}

// Run shows what a question costs now.
db.events.find({ host: "10.1.0.7" }).sort({ time: -1 }).limit(5).explain("executionStats").executionStats;
