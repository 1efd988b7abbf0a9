// The index for failures has entries for failures only: two inserts in a hundred write to it.
// wins: When inserts outnumber the question by far, and few events are asked about.
// stars: no-sort, lean-writes

function setup(db, rows) {
  db.events.createIndex({ path: 1, time: 1 });
  db.events.createIndex({ host: 1, time: 1 });
  db.events.createIndex({ status: 1, ms: 1, time: 1 }, { partialFilterExpression: { status: { $gte: 500 } } });
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

// How far a walk goes to find n matches.
function walk(events, n, matches) {
  let found = 0;
  const last = events.findIndex((event) => matches(event) && ++found === n);
  return last < 0 ? events.length : last + 1;
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
  const [status, from, n] = args;
  const own = events.filter((event) => event.status === status).sort((a, b) => b.ms - a.ms || b.time - a.time);
  return { keys: walk(own, n, ({ time }) => time >= from), sorts: false };
}
