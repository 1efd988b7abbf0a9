// All logs in one collection: each event has its time of expiry, or its first byte within the log.

const DAY = 86_400_000;
// More than a document has beside its event, `_id` and the log's name included.
const AROUND = 160;

function setup(db, rows) {
  db.events.createIndex({ log: 1, time: 1 });
  db.events.createIndex({ log: 1, start: 1 });
  db.events.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    if (rule.bytes) for (const event of events) record(db, log, event);
    else db.events.insertMany(events.map((event) => dated(log, event, rule.days)));
  }
}

const dated = (log, event, days) => ({ log, time: event.time, event, days, until: new Date(event.time.getTime() + days * DAY) });

function keep(db, log, rule) {
  db.rules.updateOne({ _id: log }, { $set: rule, $setOnInsert: { written: 0 } }, { upsert: true });
  if (rule.days) bringUpToDate(db, log, rule.days);
}

function bringUpToDate(db, log, days) {
  db.events.updateMany({ log, days: { $ne: days } }, [{ $set: { days, until: { $add: ["$time", days * DAY] } } }]);
}

function record(db, log, event) {
  const size = JSON.stringify(event).length + AROUND;
  // What is asked for first is the place in the log; a log of days has one, too, and does not use it.
  const rule = db.rules.findOneAndUpdate({ _id: log }, { $inc: { written: size } }, { returnDocument: "after" });
  if (rule.days) {
    db.events.insertOne(dated(log, event, rule.days));
    return;
  }
  db.events.deleteMany({ log, start: { $lt: rule.written - rule.bytes } });
  db.events.insertOne({ log, time: event.time, event, start: rule.written - size });
}

function between(db, log, from, to) {
  return db.events
    .find({ log, time: { $gte: from, $lt: to } })
    .sort({ time: 1 })
    .map(({ event }) => event)
    .toArray();
}

// An event may have been written by a rule that was changed in that moment.
function tick(db) {
  for (const { _id: log, days } of db.rules.find().toArray()) if (days) bringUpToDate(db, log, days);
}
