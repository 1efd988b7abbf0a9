// A collection for each day of a log, named by the events' own time; a day that is over is dropped with one command.
// wins: When events come late or in bulk, and whole days are archived or dropped at once.

const DAY = 86_400_000;
const dayOf = (time) => new Date(time).toISOString().slice(0, 10);
const boxOf = (log, time) => `${log}@${dayOf(time)}`;

function setup(db, rows) {
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    const boxes = new Map();
    for (const event of events) {
      const name = rule.days ? boxOf(log, event.time) : log;
      if (!boxes.has(name)) boxes.set(name, []);
      boxes.get(name).push(event);
    }
    for (const [name, list] of boxes) db.getCollection(name).insertMany(list);
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
  db.getCollection(days ? boxOf(log, event.time) : log).insertOne(event);
}

function between(db, log, from, to) {
  const { days } = rules(db).findOne({ _id: log });
  if (!days) return db.getCollection(log).find({ time: { $gte: from, $lt: to } }).sort({ time: 1 }).toArray();
  const now = Date.now();
  const first = Math.max(from, now - days * DAY);
  const wanted = { $match: { time: { $gte: new Date(first), $lt: to } } };
  const boxes = [];
  for (let day = first - (first % DAY); day <= now && day < to; day += DAY) boxes.push(boxOf(log, day));
  if (boxes.length === 0) return [];
  const others = boxes.slice(1).map((coll) => ({ $unionWith: { coll, pipeline: [wanted] } }));
  return db.getCollection(boxes[0]).aggregate([wanted, ...others, { $sort: { time: 1 } }]).toArray();
}

function tick(db) {
  const names = db.getCollectionNames();
  for (const { _id: log, days } of rules(db).find({ days: { $ne: null } }).toArray()) {
    // The day began so many days ago that its last event has lapsed, too.
    const oldest = boxOf(log, Date.now() - days * DAY);
    for (const name of names) if (name.startsWith(`${log}@`) && name < oldest) db.getCollection(name).drop();
  }
}
