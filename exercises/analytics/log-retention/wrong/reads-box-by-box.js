// fails: rival-between
// says: asked for while the job ran
// Reads one box after the other, and the current one first: it is renamed meanwhile, and read again.

const DAY = 86_400_000;
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const boxOf = (log, time) => `${log}@${dayOf(time)}`;
const [NAMESPACE_NOT_FOUND, NAMESPACE_EXISTS] = [26, 48];

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    db.getCollection(log).insertMany(events);
  }
}

const rules = (db) => db.getCollection("@rules");

function keep(db, log, { days, bytes }) {
  if (bytes) db.createCollection(log, { capped: true, size: bytes });
  db.getCollection(log).createIndex({ time: 1 });
  rules(db).updateOne({ _id: log }, { $set: { days: days ?? null } }, { upsert: true });
}

function record(db, log, event) {
  db.getCollection(log).insertOne(event);
}

// A box has what came until the end of its day, the latest events as well as those that came late.
function between(db, log, from, to) {
  const { days } = rules(db).findOne({ _id: log });
  const now = Date.now();
  const first = days ? Math.max(from, now - days * DAY) : Number(from);
  const wanted = { $match: { time: { $gte: new Date(first), $lt: to } } };
  const boxes = [];
  if (days) for (let day = first; day < now + DAY; day += DAY) boxes.push(boxOf(log, day));
  const all = [log, ...boxes].flatMap((name) => db.getCollection(name).aggregate([wanted]).toArray());
  return all.sort((a, b) => a.time - b.time);
}

function tick(db) {
  const names = db.getCollectionNames();
  for (const { _id: log, days } of rules(db).find({ days: { $ne: null } }).toArray()) {
    try {
      db.getCollection(log).renameCollection(boxOf(log, Date.now()));
    } catch (error) {
      // Today it has been renamed already, or nothing has come since.
      if (error.code !== NAMESPACE_EXISTS && error.code !== NAMESPACE_NOT_FOUND) throw error;
    }
    db.getCollection(log).createIndex({ time: 1 });
    const oldest = boxOf(log, Date.now() - days * DAY);
    for (const name of names) if (name.startsWith(`${log}@`) && name < oldest) db.getCollection(name).drop();
  }
}
