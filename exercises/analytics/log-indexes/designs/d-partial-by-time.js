// Time before ms in the index, newest first, and only for failures; the server aggregates.
// wins: When inserts are many, and questions are about the last hours.
// stars: few-keys, lean-writes

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: -1 });
  db.events.createIndex({ host: -1, time: -1 });
  db.events.createIndex({ status: 1, time: -1 }, { partialFilterExpression: { status: { $gt: 499 } } });
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
  return db.events.aggregate([{ $match: { status, time: { $gte: from } } }, { $sort: { ms: -1 } }, { $limit: n }]);
}

function keys(rows, { name, args }) {
  const { events } = rows;
  if (name === "pathDay") {
    const [path, day] = args;
    const own = events.filter((event) => event.path === path && event.time >= day && event.time - day < 86_400_000);
    return { keys: own.length, sorts: false };
  }
  if (name === "hostLatest") {
    const [host, n] = args;
    return { keys: Math.min(n, events.filter((event) => event.host === host).length), sorts: false };
  }
  const [status, from] = args;
  return { keys: events.filter((event) => event.status === status && event.time >= from).length, sorts: true };
}
