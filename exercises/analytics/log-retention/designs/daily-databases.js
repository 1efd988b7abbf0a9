// A database for each day of a log: it can have a directory and a disk of its own, and is dropped with one command.
// wins: When old days belong on a slower disk, or are handed over as databases before they are dropped.

const DAY = 86_400_000;
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
// The name of a database cannot have a dot.
const prefixOf = (log) => `${log.replaceAll(".", "_")}-`;
const boxOf = (db, log, time) => db.getSiblingDB(prefixOf(log) + dayOf(time)).events;

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    const days = new Map();
    for (const event of events) {
      const day = dayOf(event.time);
      if (!days.has(day)) days.set(day, []);
      days.get(day).push(event);
    }
    for (const [day, list] of days) (rule.days ? boxOf(db, log, day) : db.getCollection(log)).insertMany(list);
  }
}

const rules = (db) => db.getCollection("@rules");

function keep(db, log, { days, bytes }) {
  if (bytes) {
    db.createCollection(log, { capped: true, size: bytes });
    db.getCollection(log).createIndex({ time: 1 });
  }
  rules(db).updateOne({ _id: log }, { $set: { days: days ?? null } }, { upsert: true });
}

function record(db, log, event) {
  const { days } = rules(db).findOne({ _id: log });
  (days ? boxOf(db, log, event.time) : db.getCollection(log)).insertOne(event);
}

// The days of a log for which there is a database.
function daysOf(db, log) {
  const prefix = prefixOf(log);
  const { databases } = db.adminCommand({ listDatabases: 1, nameOnly: true });
  const days = databases.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(prefix.length));
  return days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).sort();
}

function between(db, log, from, to) {
  const inside = (after) => ({ time: { $gte: after, $lt: to } });
  const { days } = rules(db).findOne({ _id: log });
  if (!days) return db.getCollection(log).find(inside(from)).sort({ time: 1 }).toArray();
  const after = new Date(Math.max(from, Date.now() - days * DAY));
  const wanted = daysOf(db, log).filter((day) => day >= dayOf(after) && day <= dayOf(to));
  return wanted.flatMap((day) => boxOf(db, log, day).find(inside(after)).sort({ time: 1 }).toArray());
}

function tick(db) {
  for (const { _id: log, days } of rules(db).find({ days: { $ne: null } }).toArray()) {
    const oldest = dayOf(Date.now() - days * DAY);
    for (const day of daysOf(db, log)) if (day < oldest) db.getSiblingDB(prefixOf(log) + day).dropDatabase();
  }
}
