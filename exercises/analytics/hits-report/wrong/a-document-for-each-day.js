// fails: growth
// says: KB; 34,000 would make
// from: a-when-asked.js
// Keeps the events of a path and day in one document.

function setup(db, rows) {
  db.days.createIndex({ "_id.day": 1 });
  for (const event of rows.events) record(db, event);
}

function record(db, event) {
  const day = new Date(Math.floor(event.time.getTime() / 86_400_000) * 86_400_000);
  const change = { $inc: { hits: 1 }, $push: { events: event } };
  try {
    db.days.updateOne({ _id: { day, path: event.path } }, change, { upsert: true });
  } catch (error) {
    if (error.code !== 11000) throw error;
    db.days.updateOne({ _id: { day, path: event.path } }, change);
  }
}

function report(db, month) {
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  const days = db.days.find({ "_id.day": { $gte: month, $lt: next } }, { hits: 1 }).sort({ "_id.day": 1, "_id.path": 1 });
  return days.toArray().map(({ _id, hits }) => ({ ..._id, hits }));
}

function eventsOf(db, path, day) {
  const found = db.days.findOne({ _id: { day, path } });
  return (found?.events ?? []).sort((a, b) => a.time - b.time);
}
