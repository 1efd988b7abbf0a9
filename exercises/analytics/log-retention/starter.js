// Each log has a rule: { days: 7 } or { bytes: 2097152 }. Events that it no longer covers must be removed.

function setup(db, rows) {
  // rows.logs: [{ log: "sites", rule: { days: 7 }, events: [{ time, host, path, status, text }] }]
  for (const { log, rule, events } of rows.logs) {
    keep(db, log, rule);
    db.getCollection(log).insertMany(events);
  }
}

// From now on the log has this rule.
function keep(db, log, rule) {}

function record(db, log, event) {
  db.getCollection(log).insertOne(event);
}

// Events with from <= time < to, oldest first.
function between(db, log, from, to) {
  return db.getCollection(log).find({ time: { $gte: from, $lt: to } }).sort({ time: 1 }).toArray();
}

// A job calls this every hour.
function tick(db) {}

// Run shows an hour of a log.
between(db, "sites", ISODate("2012-10-14T12:00:00Z"), ISODate("2012-10-14T13:00:00Z"));
