// The events are counted when somebody asks, from an index that has all that is needed.
// wins: When the report is opened a few times a day.
// stars: fresh, lean-writes

function setup(db, rows) {
  db.events.createIndex({ time: 1, path: 1 });
  db.events.insertMany(rows.events);
}

function record(db, event) {
  db.events.insertOne(event);
}

function refresh(db) {}

// No field outside of the index is asked for, so no document is read.
function report(db, month) {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  return db.events.aggregate([
    { $match: { time: { $gte: month, $lt: next } } },
    { $group: { _id: { day: { $dateTrunc: { date: "$time", unit: "day" } }, path: "$path" }, hits: { $sum: 1 } } },
    { $sort: { "_id.day": 1, "_id.path": 1 } },
    { $project: { _id: 0, path: "$_id.path", day: "$_id.day", hits: 1 } },
  ]);
}

function eventsOf(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: 1 });
}
