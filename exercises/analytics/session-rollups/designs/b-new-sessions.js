// A session carries a mark until it has been added up; `rollup` adds up the slots of marked ones again.
// wins: When few sessions come in between two rollups, and each of them may be slow.
// stars: little-work

const HOUR = 3_600_000;
const firstOpen = () => new Date(Math.floor(Date.now() / HOUR) * HOUR - HOUR);

const STARTS = {
  hour: (at) => new Date(Math.floor(at / HOUR) * HOUR),
  day: (at) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())),
  month: (at) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
};
const ENDS = {
  hour: (at) => new Date(at.getTime() + HOUR),
  day: (at) => new Date(at.getTime() + 24 * HOUR),
  month: (at) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)),
};

function setup(db, rows) {
  db.sessions.createIndex({ user: 1, at: 1 });
  db.sessions.createIndex({ marked: 1 }, { partialFilterExpression: { marked: true } });
  db.sessions.insertMany(rows.sessions.map((session) => ({ ...session, marked: true })));
  rollup(db);
}

// One write: the session and its mark are there, or neither.
function record(db, { user, at, length }) {
  const open = at >= firstOpen();
  if (open) db.sessions.insertOne({ user, at, length, marked: true });
  else db.late.insertOne({ user, at, length });
  return open;
}

function rollup(db) {
  const marked = db.sessions.find({ marked: true }).toArray();
  if (marked.length === 0) return;
  for (const level of ["hour", "day", "month"]) {
    const slots = new Map();
    for (const { user, at } of marked) slots.set(JSON.stringify([user, STARTS[level](at)]), { user, at: STARTS[level](at) });
    for (const slot of slots.values()) sum(db, level, slot);
  }
  db.sessions.updateMany({ _id: { $in: marked.map(({ _id }) => _id) } }, { $unset: { marked: "" } });
}

// Sets the sum of one slot, from the level below.
function sum(db, level, { user, at }) {
  const end = ENDS[level](at);
  const below = { day: "hour", month: "day" }[level];
  const match = below ? { _id: { $gte: { user, at }, $lt: { user, at: end } } } : { user, at: { $gte: at, $lt: end } };
  const [total, count] = below ? ["$total", "$count"] : ["$length", 1];
  db.getCollection(below ?? "sessions").aggregate([
    { $match: match },
    { $group: { _id: { user: { $literal: user }, at: { $literal: at } }, total: { $sum: total }, count: { $sum: count } } },
    { $merge: { into: level, whenMatched: "replace" } },
  ]);
}

function totals(db, level, user, from, to) {
  const found = db.getCollection(level).find({ _id: { $gte: { user, at: from }, $lt: { user, at: to } } }).sort({ _id: 1 });
  return found.map(({ _id, total, count }) => ({ at: _id.at, total, count, mean: total / count }));
}

function late(db) {
  return db.late.find({}, { _id: 0 }).toArray();
}
