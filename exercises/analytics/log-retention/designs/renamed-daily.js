// Events go into one collection, which is renamed once a day under that day's name; old ones are dropped whole.
// wins: When writing has to stay one plain insert, and a day's events are still dropped with one command.

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

// A box is the collection of a day: all events that arrived until its end, new ones and late ones.
function between(db, log, from, to) {
  const { days } = rules(db).findOne({ _id: log });
  const now = Date.now();
  const first = days ? Math.max(from, now - days * DAY) : Number(from);
  const wanted = { $match: { time: { $gte: new Date(first), $lt: to } } };
  const boxes = [];
  if (days) for (let day = first; day < now + DAY; day += DAY) boxes.push(boxOf(log, day));
  const others = boxes.map((coll) => ({ $unionWith: { coll, pipeline: [wanted] } }));
  // One command reads all of them, so that no rename between two reads hides an event or shows it twice.
  return db.getCollection(log).aggregate([wanted, ...others, { $sort: { time: 1 } }]).toArray();
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
