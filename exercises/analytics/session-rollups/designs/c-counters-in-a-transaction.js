// `record` raises the counters of hour, day and month in one transaction, and there is nothing left to roll up.
// wins: When totals have to be right at once, and a conflict between two sessions of one user is rare.
// stars: fresh, little-work

const HOUR = 3_600_000;
const firstOpen = () => new Date(Math.floor(Date.now() / HOUR) * HOUR - HOUR);

function slotsOf(at) {
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return { hour: new Date(Math.floor(at / HOUR) * HOUR), day: new Date(Date.UTC(year, month, date)), month: new Date(Date.UTC(year, month, 1)) };
}

function setup(db, rows) {
  for (const level of ["hour", "day", "month"]) {
    db.getCollection(level).bulkWrite(rows.sessions.map((session) => ({ updateOne: raise(session, level) })));
  }
}

const raise = ({ user, at, length }, level) => ({ filter: { _id: { user, at: slotsOf(at)[level] } }, update: { $inc: { total: length, count: 1 } }, upsert: true });

function record(db, session) {
  if (session.at < firstOpen()) {
    db.late.insertOne(session);
    return false;
  }
  const connection = db.getMongo().startSession();
  try {
    connection.withTransaction(() => {
      const within = connection.getDatabase(db.getName());
      for (const level of ["hour", "day", "month"]) {
        const { filter, update } = raise(session, level);
        within.getCollection(level).updateOne(filter, update, { upsert: true });
      }
    });
  } finally {
    connection.endSession();
  }
  return true;
}

function rollup(db) {
  // All totals are right already.
}

function totals(db, level, user, from, to) {
  const found = db.getCollection(level).find({ _id: { $gte: { user, at: from }, $lt: { user, at: to } } }).sort({ _id: 1 });
  return found.map(({ _id, total, count }) => ({ at: _id.at, total, count, mean: total / count }));
}

function late(db) {
  return db.late.find({}, { _id: 0 }).toArray();
}
