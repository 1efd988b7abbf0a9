// `rollup` adds up again all hours that were open when it last finished, then the days and months with them.
// wins: When many sessions come in each hour, so that nearly all of them have to be added up anyway.

const HOUR = 3_600_000;

// The beginning of the first hour that is still open.
const firstOpen = () => new Date(Math.floor(Date.now() / HOUR) * HOUR - HOUR);

function setup(db, rows) {
  db.sessions.createIndex({ at: 1 });
  for (const sums of [db.hour, db.day]) sums.createIndex({ "_id.at": 1 });
  db.sessions.insertMany(rows.sessions);
  rollup(db);
}

function record(db, session) {
  const open = session.at >= firstOpen();
  db.getCollection(open ? "sessions" : "late").insertOne(session);
  return open;
}

// The sums replace those of before, so they may be computed twice. The mark comes last.
function rollup(db) {
  const open = firstOpen();
  const since = db.marks.findOne({ _id: "rolled up" })?.since ?? new Date(0);
  sum(db, "sessions", "hour", since, "$length", 1);
  sum(db, "hour", "day", since, "$total", "$count");
  sum(db, "day", "month", since, "$total", "$count");
  db.marks.updateOne({ _id: "rolled up" }, { $max: { since: open } }, { upsert: true });
}

// Adds up one level from the one below, from the slot on that has `since` in it.
function sum(db, from, unit, since, total, count) {
  const [{ begin } = {}] = db.aggregate([{ $documents: [{ begin: { $dateTrunc: { date: since, unit } } }] }]).toArray();
  const of = from === "sessions" ? { user: "$user", at: "$at" } : { user: "$_id.user", at: "$_id.at" };
  db.getCollection(from).aggregate([
    { $match: { [of.at.slice(1)]: { $gte: begin } } },
    { $group: { _id: { user: of.user, at: { $dateTrunc: { date: of.at, unit } } }, total: { $sum: total }, count: { $sum: count } } },
    { $merge: { into: unit, whenMatched: "replace" } },
  ]);
}

function totals(db, level, user, from, to) {
  const found = db.getCollection(level).find({ _id: { $gte: { user, at: from }, $lt: { user, at: to } } }).sort({ _id: 1 });
  return found.map(({ _id, total, count }) => ({ at: _id.at, total, count, mean: total / count }));
}

function late(db) {
  return db.late.find({}, { _id: 0 });
}
