// Hits by path and day. The events are stored; nobody counts them yet.

function setup(db, rows) {
  db.events.insertMany(rows.events);
}

// event: { time, path, host }
function record(db, event) {
  db.events.insertOne(event);
}

// An hourly job; leave it empty if your design needs none.
function refresh(db) {}

// month: its first moment; [{ path, day, hits }] by day, then path
function report(db, month) {
  return [];
}

// oldest first
function eventsOf(db, path, day) {
  const next = new Date(day.getTime() + 86_400_000);
  return db.events.find({ path, time: { $gte: day, $lt: next } }).sort({ time: 1 });
}

// Run shows the report of October.
report(db, ISODate("2012-10-01"));
