// Each event raises its counter; the job recounts the last days in case a client has died in between.
// wins: When the report is opened all day and must be up to the second.
// stars: fresh, fast-report

function setup(db, rows) {
  db.events.createIndex({ time: 1, path: 1 });
  db.days.createIndex({ "_id.day": 1, "_id.path": 1 });
  db.events.insertMany(rows.events);
  recount(db, new Date(0));
}

// The event first: the counters are recomputed from the events.
function record(db, event) {
  db.events.insertOne(event);
  const day = new Date(Math.floor(event.time.getTime() / 86_400_000) * 86_400_000);
  try {
    db.days.updateOne({ _id: { day, path: event.path } }, { $inc: { hits: 1 } }, { upsert: true });
  } catch (error) {
    // Another client has created the counter at the same moment.
    if (error.code !== 11000) throw error;
    db.days.updateOne({ _id: { day, path: event.path } }, { $inc: { hits: 1 } });
  }
}

// Counts the events since a moment again, and replaces the sums of their days.
function recount(db, since) {
  db.events.aggregate([
    { $match: { time: { $gte: since } } },
    { $group: { _id: { day: { $dateTrunc: { date: "$time", unit: "day" } }, path: "$path" }, hits: { $sum: 1 } } },
    { $merge: { into: "days", whenMatched: "replace" } },
  ]);
}

// An event may be three days late, and an hour older when it is counted: four days back, from that day's midnight on.
function refresh(db) {
  const day = 86_400_000;
  recount(db, new Date(Math.floor(new Date().getTime() / day - 4) * day));
}

function report(db, month) {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const days = db.days.find({ "_id.day": { $gte: month, $lt: next } }).sort({ "_id.day": 1, "_id.path": 1 });
  return days.toArray().map(({ _id, hits }) => ({ ..._id, hits }));
}

function eventsOf(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: 1 });
}
