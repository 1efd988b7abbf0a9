// One document for each hour of a log with the events in an array; hours are deleted when they are over for good.

const DAY = 86_400_000;
const HOUR = 3_600_000;
const hourOf = (time) => new Date(Number(time) - (Number(time) % HOUR));

function setup(db, rows) {
  db.hours.createIndex({ log: 1, hour: 1 }, { unique: true });
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    if (rule.bytes) {
      db.getCollection(`newest of ${log}`).insertMany(events);
      continue;
    }
    const hours = new Map();
    for (const event of events) {
      const hour = hourOf(event.time);
      if (!hours.has(+hour)) hours.set(+hour, { log, hour, events: [] });
      hours.get(+hour).events.push(event);
    }
    db.hours.insertMany([...hours.values()]);
  }
}

function keep(db, log, { days, bytes }) {
  if (bytes) db.createCollection(`newest of ${log}`, { capped: true, size: bytes });
  db.logs.replaceOne({ _id: log }, bytes ? { bytes } : { days }, { upsert: true });
}

function record(db, log, event) {
  if (db.logs.findOne({ _id: log }).bytes) {
    db.getCollection(`newest of ${log}`).insertOne(event);
    return;
  }
  const push = () => db.hours.updateOne({ log, hour: hourOf(event.time) }, { $push: { events: event } }, { upsert: true });
  try {
    push();
  } catch (error) {
    // Somebody else has begun the hour in this moment.
    if (error.code !== 11000) throw error;
    push();
  }
}

function between(db, log, from, to) {
  const inside = { $gte: from, $lt: to };
  const byTime = (a, b) => a.time - b.time;
  const { days } = db.logs.findOne({ _id: log });
  if (!days) return db.getCollection(`newest of ${log}`).find({ time: inside }).toArray().sort(byTime);
  const since = Math.max(from, Date.now() - days * DAY);
  return db.hours
    .find({ log, hour: { $gte: hourOf(since), $lt: to } })
    .toArray()
    .flatMap(({ events }) => events)
    .filter(({ time }) => time >= since && time < to)
    .sort(byTime);
}

function tick(db) {
  for (const { _id: log, days } of db.logs.find({ days: { $gt: 0 } }).toArray()) {
    db.hours.deleteMany({ log, hour: { $lt: new Date(Date.now() - days * DAY - HOUR) } });
  }
}
