// fails: rival-tick
// says: missing
// from: time-series.js
// Renames with `dropTarget`: the second job of the day puts an hour in the place of the day.

const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

const boxOf = (log, time) => `${log}@${dayOf(time)}`;

const rules = (db) => db.getCollection("@rules");

function keep(db, log, { days, bytes }) {
  if (bytes) db.createCollection(log, { capped: true, size: bytes });
  db.getCollection(log).createIndex({ time: 1 });
  rules(db).updateOne({ _id: log }, { $set: { days: days ?? null } }, { upsert: true });
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
    if (names.includes(log) && !names.includes(boxOf(log, Date.now()))) {
      db.getCollection(log).renameCollection(boxOf(log, Date.now()), true);
    }
    db.getCollection(log).createIndex({ time: 1 });
    const oldest = boxOf(log, Date.now() - days * DAY);
    for (const name of names) if (name.startsWith(`${log}@`) && name < oldest) db.getCollection(name).drop();
  }
}
